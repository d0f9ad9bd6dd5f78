/* A few requests of the real devices, for the trace of system calls: /dev/atoll0 and Multi2Sim's. */
#include "guest.h"
#include <sys/syscall.h>

struct hello { uint32_t version, device_count; char release[64]; };
struct memory_alloc { uint64_t size; uint32_t device, reserved; uint64_t address, file_offset, mapped_size; };

int main(void) {
  struct { uint64_t flags, mode, resolve; } how = {O_RDWR | O_CLOEXEC, 0, 0};
  int fd = (int)syscall(SYS_openat2, AT_FDCWD, "/dev/atoll0", &how, sizeof how);
  struct hello hello = {.version = 4};
  check("HELLO", ioctl(fd, _IOWR(0xA7, 0, struct hello), &hello) == 0);
  struct memory_alloc memory = {.size = 5000};
  check("MEMORY_ALLOC", ioctl(fd, _IOWR(0xA7, 2, struct memory_alloc), &memory) == 0);
  memory.size = 0;
  check("refused", ioctl(fd, _IOWR(0xA7, 2, struct memory_alloc), &memory) < 0);
  check("unreadable", ioctl(fd, _IOWR(0xA7, 2, struct memory_alloc), (void *)16) < 0);
  check("unknown", ioctl(fd, _IO(0xA7, 99), NULL) < 0);
  int other = open("/dev/southern-islands", O_RDWR);
  uint32_t size = 4096;
  check("MemAlloc", ioctl(other, 2, &size) != -1);
  check("RuntimeDebug", ioctl(other, 24, NULL) != -2);
  return finish();
}
