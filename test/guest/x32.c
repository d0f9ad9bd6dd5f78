/* System calls of the x32 ABI from a 64-bit process: served where the kernel has them, ENOSYS from it where not. */
#include "guest.h"
#include <sys/syscall.h>

enum { X32 = 0x40000000, X32_IOCTL = X32 + 514 };

static long call(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return result;
}

int main(void) {
  struct exchange e = {7, 0, 41};
  if (call(X32 + SYS_getpid, 0, 0, 0) == getpid()) {
    long fd = call(X32 + SYS_open, (long)DEVICE, O_RDWR, 0);
    check("open by x32", fd >= 0 && works((int)fd));
    check("ioctl by x32", call(X32_IOCTL, fd, REQUEST_INCREMENT, (long)&e) == 7 && e.value == 42);
    return finish();
  }
  check("the kernel has no x32", call(X32 + SYS_getpid, 0, 0, 0) == -ENOSYS);
  long fd = call(X32 + SYS_open, (long)DEVICE, O_RDWR, 0);
  check("open by x32 is refused as the kernel does, or works", fd == -ENOSYS || works((int)fd));
  check("and the usual calls go on", works(open_device()));
  return finish();
}
