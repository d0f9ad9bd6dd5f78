/* Signals of every kind while device calls are in progress. */
#include "guest.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

static volatile int handled;
static sigjmp_buf recovery;
static char alternate[65536];
static volatile int on_alternate;

static void count(int signal) {
  (void)signal;
  handled++;
}

static void on_fault(int signal, siginfo_t *info, void *context) {
  (void)signal, (void)context;
  char here;
  on_alternate = &here > alternate && &here < alternate + sizeof alternate && info->si_addr == (void *)0x1234;
  siglongjmp(recovery, 1);
}

static void timer(long microseconds, long repeat) {
  struct itimerval value = {{0, repeat}, {0, microseconds}};
  setitimer(ITIMER_REAL, &value, NULL);
}

static void check_timer(int fd) {
  struct sigaction action = {.sa_handler = count, .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &action, NULL);
  timer(1000, 1000);
  struct exchange e = {1, 0, 0};
  int good = 0;
  for (int i = 0; i < 3000; i++) good += ioctl(fd, REQUEST_INCREMENT, &e) == 1;
  check("3000 ioctls under a 1 kHz timer, none lost or doubled", good == 3000 && e.value == 3000 && handled > 0);
  struct exchange later = {30, 0, 0};
  check("a slow ioctl under the timer", ioctl(fd, REQUEST_LATER, &later) == 30 && later.value == 1);
  timer(0, 0);
}

static void check_interruption(void) {
  struct sigaction action = {.sa_handler = count};
  sigaction(SIGALRM, &action, NULL);
  int pipes[2];
  char byte;
  if (pipe(pipes)) failures++;
  /* Again and again: a signal may come before the call that it is to interrupt. */
  timer(20000, 20000);
  check("read is interrupted", read(pipes[0], &byte, 1) < 0 && errno == EINTR);
  struct timespec pause = {60, 0}, left = {0, 0};
  check("nanosleep gives the rest", nanosleep(&pause, &left) < 0 && errno == EINTR && left.tv_nsec > 0);
  timer(0, 0);
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, NULL);
  handled = 0;
  timer(20000, 0);
  pid_t writer = fork();
  if (writer == 0) {
    usleep(60000);
    _exit(write(pipes[1], "x", 1) == 1 ? 0 : 1);
  }
  check("read is restarted", read(pipes[0], &byte, 1) == 1 && handled == 1);
  waitpid(writer, NULL, 0);
}

static void check_fault(void) {
  stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  if (!sigsetjmp(recovery, 1)) *(volatile int *)0x1234 = 1;
  check("SIGSEGV on an alternate stack", on_alternate);
}

static void check_values(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGRTMIN + 5);
  sigprocmask(SIG_BLOCK, &set, NULL);
  union sigval value = {.sival_int = 4711};
  sigqueue(getpid(), SIGRTMIN + 5, value);
  siginfo_t info;
  check("sigqueue keeps its value", sigwaitinfo(&set, &info) == SIGRTMIN + 5 && info.si_value.sival_int == 4711);
}

static void check_group_stop(int fd) {
  int seen[2];
  char byte;
  if (pipe(seen)) failures++;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    raise(SIGSTOP);
    /* An exit would take the place of the continuation that the parent has not seen yet. */
    _exit(read(seen[0], &byte, 1) == 1 && works(fd) ? 9 : 1);
  }
  int status = 0;
  check("a stopped child is seen", waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP);
  usleep(20000);
  check("and stays stopped", waitpid(child, &status, WNOHANG) == 0);
  kill(child, SIGCONT);
  check("SIGCONT is seen", waitpid(child, &status, WCONTINUED) == child && WIFCONTINUED(status));
  check("and it goes on", write(seen[1], "x", 1) == 1 && waitpid(child, &status, 0) == child && WEXITSTATUS(status) == 9);
}

static void check_kill_in_call(int fd) {
  pid_t child = fork();
  if (child == 0) {
    ioctl(fd, REQUEST_NEVER);
    _exit(1);
  }
  usleep(30000);
  kill(child, SIGKILL);
  int status = 0;
  check("SIGKILL in a call that is never answered", waitpid(child, &status, 0) == child && WTERMSIG(status) == SIGKILL);
}

int main(void) {
  int fd = open_device();
  check_timer(fd);
  check_interruption();
  check_fault();
  check_values();
  check_group_stop(fd);
  check_kill_in_call(fd);
  return finish();
}
