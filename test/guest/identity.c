/* Programs that change their user. */
#include "guest.h"
#include <sys/wait.h>

int main(void) {
  if (geteuid() != 0) {
    check("an ordinary user opens the device", works(open_device()));
    return finish();
  }
  int before = open_device();
  pid_t child = fork();
  if (child == 0) {
    if (setresgid(65534, 65534, 65534) || setresuid(65534, 65534, 65534)) _exit(2);
    check("a file from before setresuid", works(before));
    check("open after setresuid", works(open_device()));
    check("access after setresuid", access(DEVICE, R_OK | W_OK) == 0);
    _exit(failures);
  }
  int status = -1;
  waitpid(child, &status, 0);
  check("a program that changed its user", status == 0);
  check("a setuid program (su)", system("su -s /bin/sh nobody -c 'test $(id -u) != 0 && test -r " DEVICE "'") == 0);
  return finish();
}
