// Opens the device file, agrees on the protocol, and forgets everything in a forked child.
#include "core/session.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <mutex>

#include "core/adoption.h"
#include "core/call_trace.h"
#include "core/failed_call.h"
#include "core/graph_measurements.h"
#include "core/host_memory.h"
#include "core/memory.h"
#include "core/object.h"
#include "core/per_process.h"
#include "core/platform.h"
#include "core/ring.h"
#include "core/scheduler.h"
#include "core/threads.h"

namespace runtime {
namespace {

struct Connection {
  std::mutex mutex;
  std::atomic<Session*> session{nullptr};
  bool tried = false;
};

PerProcess<Connection> connection;

bool holds_device(const Session& session) {
  struct stat now;
  return fstat(session.fd, &now) == 0 && now.st_dev == session.file_system && now.st_ino == session.inode;
}

void start_afresh_in_child() {
  copy_adoptions_in_child();
  Session* inherited = connection->session.load();
  if (inherited && holds_device(*inherited)) close(inherited->fd);
  connection.reset();
  forget_host_memory_after_fork();
  forget_objects_after_fork();
  forget_threads_after_fork();
  forget_graph_after_fork();
  forget_measurements_after_fork();
  forget_ring_after_fork();
  forget_call_trace_after_fork();
  forget_failed_calls_after_fork();
  forget_pools_after_fork();
  publish_platform();
}

void watch_for_fork() {
  static std::once_flag once;
  std::call_once(once, [] { pthread_atfork(prepare_adoptions_for_fork, resume_adoptions_in_parent, start_afresh_in_child); });
}

void explain(const char* problem) {
  fprintf(stderr, "atoll: %s; start the program with: atoll run -- <program> [arguments]\n", problem);
}

/** Reduces memory sizes for 32-bit processes, which can map less than the device has. */
void limit_to_address_space(abi::DeviceInfo& info) {
  constexpr uint64_t kGiB = uint64_t{1} << 30;
  if (sizeof(void*) > 4) return;
  if (info.max_allocation > kGiB) info.max_allocation = kGiB;
  if (info.global_memory > 2 * kGiB) info.global_memory = 2 * kGiB;
}

bool greet(Session& opened) {
  abi::Hello hello = {};
  hello.version = abi::kProtocolVersion;
  int error = ioctl(opened.fd, abi::kRequestHello, &hello) == 0 ? 0 : errno;
  if (error == EPROTO) {
    fprintf(stderr, "atoll: libOpenCL speaks protocol %u and the simulator %u; rebuild both from one release\n",
            abi::kProtocolVersion, hello.version);
    return false;
  }
  if (error) {
    fprintf(stderr, "atoll: %s does not answer: %s\n", abi::kDevicePath, strerror(error));
    return false;
  }
  memcpy(opened.release, hello.release, sizeof opened.release - 1);
  for (uint32_t index = 0; index < hello.device_count; index++) {
    abi::DeviceInfo info = {};
    info.index = index;
    if (ioctl(opened.fd, abi::kRequestDeviceInfo, &info) != 0) return false;
    limit_to_address_space(info);
    opened.devices.push_back(info);
  }
  void* window = mmap(nullptr, abi::kControlSize, PROT_READ | PROT_WRITE, MAP_SHARED, opened.fd, 0);
  if (window == MAP_FAILED) return false;
  opened.control = static_cast<unsigned char*>(window);
  return true;
}

/** A program with closed standard streams must not write into the device by their numbers. */
int above_standard_streams(int fd) {
  if (fd < 0 || fd > STDERR_FILENO) return fd;
  int moved = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int error = errno;
  close(fd);
  errno = error;
  return moved;
}

Session* open_session() {
  int fd = above_standard_streams(open(abi::kDevicePath, O_RDWR | O_CLOEXEC));
  if (fd < 0) {
    if (errno == ENOENT || errno == ENODEV || errno == ENXIO) {
      explain("no simulated GPU here");
    } else {
      fprintf(stderr, "atoll: %s cannot be opened: %s\n", abi::kDevicePath, strerror(errno));
    }
    return nullptr;
  }
  Session* opened = new Session;
  opened->fd = fd;
  struct stat file = {};
  fstat(fd, &file);
  opened->file_system = file.st_dev;
  opened->inode = file.st_ino;
  if (greet(*opened)) return opened;
  close(fd);
  delete opened;
  return nullptr;
}

}  // namespace

Session* session() {
  Session* ready = connection->session.load(std::memory_order_acquire);
  if (ready) return ready;
  std::lock_guard<std::mutex> lock(connection->mutex);
  if (!connection->tried) {
    connection->tried = true;
    watch_for_fork();
    Session* opened = open_session();
    if (opened) start_ring(*opened);
    connection->session.store(opened, std::memory_order_release);
    start_call_trace(opened);
    start_failed_calls(opened);
  }
  return connection->session.load();
}

int request(uint32_t number, void* argument) {
  Session* open = session();
  if (!open) return ENODEV;
  int result;
  do {
    result = ioctl(open->fd, number, argument);
  } while (result < 0 && errno == EINTR);
  return result < 0 ? errno : 0;
}

namespace {

/**
 * Address space for a mapping of the file in which its huge pages can be huge pages too: address and offset are equal
 * modulo their size. Null for small mappings, and where there is no room: then any place will do.
 */
void* reserve_room(size_t length, uint64_t file_offset) {
  constexpr size_t kHugePage = abi::kHugePageSize;
  if (length < kHugePage || length > SIZE_MAX - kHugePage) return nullptr;
  void* found = mmap(nullptr, length + kHugePage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (found == MAP_FAILED) return nullptr;
  unsigned char* room = static_cast<unsigned char*>(found);
  const size_t before = (static_cast<size_t>(file_offset) - reinterpret_cast<uintptr_t>(room)) & (kHugePage - 1);
  if (before > 0) munmap(room, before);
  munmap(room + before + length, kHugePage - before);
  return room + before;
}

}  // namespace

unsigned char* map_device(uint64_t file_offset, uint64_t size) {
  Session* open = session();
  if (!open || size > SIZE_MAX) return nullptr;
  const size_t length = static_cast<size_t>(size);
  void* room = reserve_room(length, file_offset);
  const int flags = room ? MAP_SHARED | MAP_FIXED : MAP_SHARED;
  void* address = mmap(room, length, PROT_READ | PROT_WRITE, flags, open->fd, static_cast<off_t>(file_offset));
  if (address != MAP_FAILED) return static_cast<unsigned char*>(address);
  if (room) munmap(room, length);
  return nullptr;
}

void unmap_device(unsigned char* address, uint64_t size) { munmap(address, static_cast<size_t>(size)); }

bool is_out_of_memory(int error) { return error == ENOMEM; }

}  // namespace runtime
