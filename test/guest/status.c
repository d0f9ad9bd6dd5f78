/* Ends by its arguments: `status exit N` or `status signal N`. */
#include "guest.h"
#include <signal.h>
#include <sys/resource.h>

int main(int count, char **values) {
  int number = count > 2 ? atoi(values[2]) : 0;
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (count > 1 && !strcmp(values[1], "signal")) {
    open_device();
    raise(number);
    pause();
  }
  return number;
}
