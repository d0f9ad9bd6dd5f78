// Duration of a wake-up on this machine without Atoll, after the same pauses as in wake.c. Prints for each number of
// milliseconds in the arguments the microseconds of the middle one of some: from a thread's wake of another one until
// that continues; and from a touch of a page that a traced process does not have until a thread continues that the
// tracer wakes, when it has given the page back. The second is how a doorbell is noticed.

#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_RINGS = 400, PAUSES_MS = 4000, PAGE = 4096 };

/** Shared with the process that rings. */
static struct {
  uint32_t word;
  /** Times of the ring, and of its notice. */
  uint64_t rung, heard;
  int stop;
} * shared;

static void require(int true) {
  if (true) return;
  perror("floor");
  exit(1);
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ull + time.tv_nsec;
}

static void wake(void) {
  __atomic_add_fetch(&shared->word, 1, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &shared->word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/** Sleeps until it is rung, as the thread does that executes. */
static void* sleeper(void* unused) {
  for (uint32_t seen = shared->word; !shared->stop;) {
    while (__atomic_load_n(&shared->word, __ATOMIC_SEQ_CST) == seen) syscall(SYS_futex, &shared->word, FUTEX_WAIT, seen, NULL, NULL, 0);
    seen = __atomic_load_n(&shared->word, __ATOMIC_SEQ_CST);
    __atomic_store_n(&shared->heard, now(), __ATOMIC_SEQ_CST);
  }
  return unused;
}

static int by_size(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

/** Rings after pauses. Prints the median of their times. */
static void measure(int pause, void (*ring)(void*), void* data) {
  const int rings = pause * MAX_RINGS > PAUSES_MS ? PAUSES_MS / pause : MAX_RINGS;
  double took[MAX_RINGS];
  for (int n = 0; n < rings; n++) {
    usleep(pause * 1000);
    __atomic_store_n(&shared->heard, 0, __ATOMIC_SEQ_CST);
    shared->rung = now();
    ring(data);
    while (__atomic_load_n(&shared->heard, __ATOMIC_SEQ_CST) == 0) continue;
    took[n] = (double)(int64_t)(shared->heard - shared->rung) / 1e3;
  }
  qsort(took, rings, sizeof took[0], by_size);
  printf("%.1f\n", took[rings / 2]);
  fflush(stdout);
}

static void ring_by_wake(void* unused) {
  (void)unused;
  wake();
}

struct page {
  int file;
  volatile char* at;
};

static void ring_by_touch(void* data) {
  const struct page* page = data;
  *page->at = 1;
  // Taken away for the next time.
  require(ftruncate(page->file, 0) == 0);
}

/** The process that rings, under the eyes of its parent. */
static void ringer(int count, char** arguments, struct page* page) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  raise(SIGSTOP);
  for (int n = 1; n < count; n++) measure(atoi(arguments[n]), ring_by_touch, page);
  exit(0);
}

/** Gives the page back on each touch. */
static void trace(pid_t ringer, int file) {
  int status, signal;
  require(ptrace(PTRACE_SEIZE, ringer, NULL, NULL) == 0);
  require(kill(ringer, SIGCONT) == 0);
  while (waitpid(ringer, &status, __WALL) == ringer && WIFSTOPPED(status)) {
    signal = status >> 16 || WSTOPSIG(status) == SIGCONT ? 0 : WSTOPSIG(status);
    if (signal == SIGBUS) {
      require(ftruncate(file, PAGE) == 0);
      wake();
      signal = 0;
    }
    ptrace(PTRACE_CONT, ringer, NULL, (long)signal);
  }
  require(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(int count, char** arguments) {
  pthread_t thread;
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  require(shared != MAP_FAILED);
  struct page page = {.file = memfd_create("doorbell", 0)};
  page.at = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, page.file, 0);
  require(page.file >= 0 && page.at != MAP_FAILED);
  pid_t child = fork();
  require(child >= 0);
  if (child == 0) ringer(count, arguments, &page);
  require(waitpid(child, NULL, WUNTRACED) == child);
  require(pthread_create(&thread, NULL, sleeper, NULL) == 0);
  for (int n = 1; n < count; n++) measure(atoi(arguments[n]), ring_by_wake, NULL);
  trace(child, page.file);
  shared->stop = 1;
  wake();
  pthread_join(thread, NULL);
  return 0;
}
