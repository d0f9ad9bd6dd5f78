/* Prints what a program inherits; the same lines must come with and without a host. */
#include "guest.h"
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

int main(void) {
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, NULL, &blocked);
  for (int i = 1; i < NSIG; i++) {
    struct sigaction action;
    if (sigaction(i, NULL, &action) == 0 && action.sa_handler == SIG_IGN) printf("ignored signal %d\n", i);
    if (sigismember(&blocked, i) == 1) printf("blocked signal %d\n", i);
  }
  for (int fd = 0; fd < 4096; fd++) {
    struct stat status;
    if (fstat(fd, &status) == 0) printf("descriptor %d: mode %o flags %d\n", fd, status.st_mode, fcntl(fd, F_GETFD));
  }
  for (int i = 0; i < RLIM_NLIMITS; i++) {
    struct rlimit limit;
    if (getrlimit(i, &limit) == 0) printf("limit %d: %llu %llu\n", i, (unsigned long long)limit.rlim_cur, (unsigned long long)limit.rlim_max);
  }
  mode_t mask = umask(0);
  printf("umask %o, group %d, session %d, terminal group %d\n", mask, getpgrp(), getsid(0), tcgetpgrp(0));
  printf("directory %s, nice %d\n", getcwd(NULL, 0), getpriority(PRIO_PROCESS, 0));
  return 0;
}
