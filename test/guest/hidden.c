/* Without visible devices: only files that runtimes need to find a device; no others are visible. */
#include "guest.h"
#include <sys/stat.h>

int main(void) {
  struct stat status;
  check("access", access(DEVICE, F_OK) == 0 && access(DEVICE, R_OK | W_OK) == 0);
  check("faccessat", faccessat(AT_FDCWD, DEVICE, R_OK, AT_EACCESS) == 0);
  check("access of nothing", access(DEVICE "0", F_OK) < 0 && errno == ENOENT);
  check("R_OK alone: as test -r asks", faccessat(AT_FDCWD, DEVICE, R_OK, AT_EACCESS) == 0);
  check("R_OK alone: as the dynamic linker asks", access(DEVICE, R_OK) < 0 && errno == ENOENT);
  check("not executable", access(DEVICE, X_OK) < 0 && faccessat(AT_FDCWD, DEVICE, R_OK | X_OK, AT_EACCESS) < 0);
  check("stat", stat(DEVICE, &status) < 0 && errno == ENOENT);
  int fd = open_device();
  check("fstat returns the memory file", fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0);
  return finish();
}
