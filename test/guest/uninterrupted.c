/*
 * Handlers without SA_RESTART: what nothing interrupts natively is not interrupted here, and what waits in the kernel
 * is.
 */
#include "guest.h"
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

static volatile int handled;
static char file[] = "/tmp/atoll-uninterrupted-XXXXXX";

static void count(int signal) {
  (void)signal;
  handled++;
}

static void timer(long microseconds, long repeat) {
  struct itimerval value = {{0, repeat}, {0, microseconds}};
  setitimer(ITIMER_REAL, &value, NULL);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static int interrupted(long result) { return result < 0 && errno == EINTR; }

/*
 * The same calls again and again, so that one that is interrupted looks like the one before it; for longer where they
 * are slow.
 */
static void check_calls(int device) {
  int opens = 0, accesses = 0, ioctls = 0, doubled = 0, rounds = 0;
  struct exchange e = {1, 0, 0};
  timer(300, 300);
  double start = seconds();
  for (; seconds() < start + 2 || (seconds() < start + 60 && (handled <= 100 || rounds <= 100)); rounds++) {
    int fd = open(file, O_RDWR);
    opens += interrupted(fd);
    if (fd >= 0) close(fd);
    accesses += interrupted(access(file, F_OK));
    e.value = 0;
    ioctls += interrupted(ioctl(device, REQUEST_INCREMENT, &e));
    doubled += e.value > 1;
  }
  timer(0, 0);
  check("signals came", handled > 100 && rounds > 100);
  check("opens of a file are not interrupted", opens == 0);
  check("access is not interrupted", accesses == 0);
  check("calls of the device are not interrupted", ioctls == 0);
  check("and none is made twice", doubled == 0);
}

/* Another process holds a lease: an open waits until it is given back. */
static void check_waiting_open(void) {
  int ready[2];
  char byte;
  if (pipe(ready)) failures++;
  pid_t holder = fork();
  if (holder == 0) {
    signal(SIGIO, SIG_IGN);
    int fd = open(file, O_RDONLY);
    byte = fcntl(fd, F_SETLEASE, F_RDLCK) == 0;
    if (write(ready[1], &byte, 1) == 1) pause();
    _exit(1);
  }
  if (read(ready[0], &byte, 1) == 1 && byte) {
    /*
     * Again and again: a signal may come before the call that it is to interrupt. None comes more often than it was
     * sent.
     */
    const double period = 0.05;
    handled = 0;
    double start = seconds();
    timer(50000, 50000);
    int was_interrupted = interrupted(open(file, O_RDWR));
    timer(0, 0);
    check("an open that waits is interrupted", was_interrupted && handled >= 1 && handled <= (seconds() - start) / period);
  }
  kill(holder, SIGKILL);
  waitpid(holder, NULL, 0);
}

int main(void) {
  struct sigaction action = {.sa_handler = count};
  sigaction(SIGALRM, &action, NULL);
  close(mkstemp(file));
  int device = open_device();
  check_calls(device);
  check_waiting_open();
  unlink(file);
  return finish();
}
