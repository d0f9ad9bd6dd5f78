// Writes garbage where the device reads: ring indices, packets, signals. Prints its actions; must be able to finish
// itself.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <initializer_list>

#include "abi.h"
namespace abi = runtime::abi;

int main(int count, char** arguments) {
  int device = open(abi::kDevicePath, O_RDWR);
  abi::Hello hello = {};
  hello.version = abi::kProtocolVersion;
  if (count < 2 || device < 0 || ioctl(device, abi::kRequestHello, &hello)) return 2;
  void* map = mmap(nullptr, abi::kControlSize, PROT_READ | PROT_WRITE, MAP_SHARED, device, 0);
  if (map == MAP_FAILED) return 3;
  auto* header = static_cast<abi::ControlHeader*>(map);
  auto* bytes = static_cast<unsigned char*>(map);
  srand(static_cast<unsigned>(atoi(arguments[2])));
  if (strcmp(arguments[1], "indices") == 0) {
    header->ring_tail = 0x80000000u + static_cast<unsigned>(rand());
  } else if (strcmp(arguments[1], "packets") == 0) {
    for (unsigned i = 0; i < abi::kRingEntries * sizeof(abi::Packet); i++) bytes[abi::kRingOffset + i] = static_cast<unsigned char>(rand());
    header->ring_tail = 200;
  } else if (strcmp(arguments[1], "unlock") == 0) {
    // The whole file, with the byte that marks it as in use.
    struct flock all = {};
    all.l_type = F_UNLCK;
    fcntl(device, F_OFD_SETLK, &all);
    for (int i = 0; i < 6000 && !header->device_lost; i++) usleep(5000);
    printf("%s\n", header->device_lost ? "lost" : "served");
    return 0;
  } else if (strcmp(arguments[1], "unknown") == 0) {
    unsigned sent = 0;
    for (; sent < 200000; sent++) {
      for (int i = 0; i < 600000 && sent - header->ring_head >= abi::kRingEntries; i++) usleep(100);
      abi::Packet packet = {};
      packet.kind = abi::PacketKind_DISPATCH;
      packet.signal = sent % 16;
      packet.program = 1000000 + sent;
      memcpy(bytes + abi::kRingOffset + sent % abi::kRingEntries * sizeof packet, &packet, sizeof packet);
      __atomic_store_n(&header->ring_tail, sent + 1, __ATOMIC_SEQ_CST);
      if (sent % 64) continue;
      __atomic_add_fetch(&header->doorbell, 1, __ATOMIC_SEQ_CST);
      syscall(202, &header->doorbell, 1, 1, nullptr, nullptr, 0);
    }
  } else if (strcmp(arguments[1], "text") == 0) {
    // A packet that fails, then one of a program that was released, with the same signal.
    abi::FaultText text = {};
    text.signal = 3;
    auto* signal = reinterpret_cast<volatile abi::Signal*>(bytes + abi::kSignalOffset + 3 * sizeof(abi::Signal));
    abi::Packet packet = {};
    packet.kind = abi::PacketKind_DISPATCH;
    packet.signal = 3;
    packet.program = 77;
    memcpy(bytes + abi::kRingOffset, &packet, sizeof packet);
    header->ring_tail = 1;
    __atomic_add_fetch(&header->doorbell, 1, __ATOMIC_SEQ_CST);
    syscall(202, &header->doorbell, 1, 1, nullptr, nullptr, 0);
    for (int i = 0; i < 6000 && signal->state < abi::SignalState_COMPLETE; i++) usleep(5000);
    ioctl(device, abi::kRequestFaultText, &text);
    printf("failed: %s\n", text.text);
    // The signal is used again, and pending; then it completes.
    for (unsigned state : {abi::SignalState_PENDING, abi::SignalState_COMPLETE}) {
      signal->state = state;
      memset(text.text, 1, sizeof text.text - 1);
      ioctl(device, abi::kRequestFaultText, &text);
      printf("again: %s\n", text.text);
    }
    signal->state = abi::SignalState_FAILED;
    signal->sequence = 2;
    ioctl(device, abi::kRequestFaultText, &text);
    printf("another packet: %s\n", text.text);
    return 0;
  } else {
    printf("shrink %d grow %d\n", ftruncate(device, 4096), ftruncate(device, 1ll << 40));
    for (unsigned i = 0; i < abi::kControlSize; i += 4) *reinterpret_cast<volatile int*>(bytes + i) = rand();
  }
  __atomic_add_fetch(&header->doorbell, 1, __ATOMIC_SEQ_CST);
  syscall(202 /* futex */, &header->doorbell, 1 /* wake */, 1, nullptr, nullptr, 0);
  // Up to half a minute: on a busy machine the device needs a moment.
  for (int i = 0; i < 6000 && !header->device_lost && header->ring_head != header->ring_tail; i++) usleep(5000);
  printf("%s\n", strcmp(arguments[1], "indices") == 0 ? (header->device_lost ? "lost" : "served") : "done");
  return 0;
}
