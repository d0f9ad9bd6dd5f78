// Writes garbage where the device reads: ring indices, packets, signals. Prints what it did; must be able to finish itself.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

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
