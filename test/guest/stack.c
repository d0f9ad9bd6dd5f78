/* An open by a thread whose stack pointer is next to an inaccessible page: the host may not need guest memory. */
#include "guest.h"
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>

static volatile int opened = -1;

static int run(void *unused) {
  (void)unused;
  opened = open(DEVICE, O_RDWR);
  return 0;
}

int main(void) {
  long page = sysconf(_SC_PAGESIZE);
  char *area = mmap(NULL, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(area + page, page, PROT_READ | PROT_WRITE);
  close(open("/dev/null", O_RDWR)); /* lets the dynamic linker bind open now: it needs more stack than that */
  pid_t child = clone(run, area + page + 1024, CLONE_VM | CLONE_FILES | SIGCHLD, NULL);
  waitpid(child, NULL, 0);
  check("open with 1 KiB of stack", works(opened));
  return finish();
}
