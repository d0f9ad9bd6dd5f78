/* 32-bit system calls (int 0x80) from a 64-bit process: the ABI belongs to the call, not to the program. */
#include "guest.h"
#include <sys/mman.h>

static long call32(long number, long a, long b, long c) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory", "r8", "r9", "r10", "r11");
  return result;
}

int main(void) {
  char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  strcpy(low, DEVICE);
  struct exchange *e = (struct exchange *)(low + 256);
  *e = (struct exchange){7, 0, 41};
  long fd = call32(5 /* open */, (long)low, O_RDWR, 0);
  check("open by int 0x80", fd >= 0 && works((int)fd));
  long result = call32(54 /* ioctl */, fd, (long)(uint32_t)REQUEST_INCREMENT, (long)e);
  check("ioctl by int 0x80", result == 7 && e->value == 42);
  check("access by int 0x80", call32(33 /* access */, (long)low, R_OK | W_OK, 0) == 0);
  return finish();
}
