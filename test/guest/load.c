/* Much of the same: `load opens N` opens and closes N times, `load ioctls N` calls N times. */
#include "guest.h"

int main(int count, char **values) {
  if (count < 3) return 2;
  long number = atol(values[2]), good = 0;
  if (!strcmp(values[1], "opens")) {
    for (long i = 0; i < number; i++) {
      int fd = open_device();
      good += fd >= 0;
      if (i % 100 == 0 && !works(fd)) failures++;
      close(fd);
    }
  } else {
    int fd = open_device();
    struct exchange e = {1, 0, 0};
    for (long i = 0; i < number; i++) good += ioctl(fd, REQUEST_INCREMENT, &e) == 1;
    if (e.value != (uint64_t)number) failures++;
  }
  check(values[1], good == number);
  return finish();
}
