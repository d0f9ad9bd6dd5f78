/* Arguments in memory: faults are EFAULT to the guest, strings may end at the last byte of a page, and the shared
 * memory of the file cannot be resized. */
#include "guest.h"
#include <sys/mman.h>

int main(void) {
  int fd = open_device();
  long page = sysconf(_SC_PAGESIZE);
  char *pages = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(pages + 2 * page, page);
  struct exchange *across = (struct exchange *)(pages + page - 8);
  *across = (struct exchange){3, 0, 1};
  check("a structure across two pages", ioctl(fd, REQUEST_INCREMENT, across) == 3 && across->value == 2);
  check("a structure that ends in an unmapped page", ioctl(fd, REQUEST_INCREMENT, pages + 2 * page - 8) < 0 && errno == EFAULT);
  check("NULL", ioctl(fd, REQUEST_INCREMENT, NULL) < 0 && errno == EFAULT);
  check("a pointer to nowhere", ioctl(fd, REQUEST_INCREMENT, (void *)-4096) < 0 && errno == EFAULT);
  mprotect(pages, page, PROT_READ);
  check("a structure that cannot be written", ioctl(fd, REQUEST_INCREMENT, pages) < 0 && errno == EFAULT);
  mprotect(pages, page, PROT_READ | PROT_WRITE);
  char *end = pages + 2 * page - 6;
  memcpy(end, "atoll", 6);
  check("a string up to the end of mapped memory", ioctl(fd, REQUEST_STRING, end) == 5);
  memset(pages, 'a', 2 * page);
  check("a string that never ends", ioctl(fd, REQUEST_STRING, end) < 0 && errno == EFAULT);
  pages[page + 100] = 0;
  check("a string across two pages", ioctl(fd, REQUEST_STRING, pages + page - 100) == 200);
  struct exchange failure = {ENOSPC, 0, 0};
  check("an errno of the device", ioctl(fd, REQUEST_FAIL, &failure) < 0 && errno == ENOSPC);
  check("an unknown request of its type", ioctl(fd, _IO(0xA7, 99)) < 0 && errno == EINVAL);
  check("the file cannot be shrunk", ftruncate(fd, 0) < 0 && errno == EPERM);
  check("the file cannot be grown", ftruncate64(fd, 1ll << 33) < 0 && errno == EPERM);
  check("no seal can be added", fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE) < 0 && errno == EPERM);
  return finish();
}
