/* A driver that numbers its requests plainly, 1 to 24: only its own files are concerned. */
#include "guest.h"

int main(void) {
  int fd = open("/dev/atoll-plain", O_RDWR);
  uint32_t arguments[3] = {5, 6, 0};
  check("request 1", ioctl(fd, 1, NULL) == 1);
  check("request 24 with arguments", ioctl(fd, 24, arguments) == 11);
  check("request 25 is not its own", ioctl(fd, 25, NULL) < 0 && errno == ENOTTY);
  check("request 0 is not its own", ioctl(fd, 0, NULL) < 0 && errno == ENOTTY);
  int block = 0, file = open("/proc/self/exe", O_RDONLY);
  check("FIGETBSZ (request 2) of a file", ioctl(file, 2, &block) == 0 && block > 0);
  check("the other device's requests are not its own", !works(fd) && errno == EINVAL);
  return finish();
}
