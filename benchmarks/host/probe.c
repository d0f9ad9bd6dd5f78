/* The program that benchmarks/host measures, natively or as a guest. Prints one number: nanoseconds for each round.
 * Of loops: in the fastest of 200 pieces.
 *   probe compute N        N rounds of integer arithmetic
 *   probe getpid N         an untraced system call
 *   probe stat N           stat("/etc/passwd")
 *   probe open N           open(read only) and close of a file
 *   probe pending N        an ioctl that the kernel answers (FIONREAD of a pipe): the median
 *   probe ioctl N          an ioctl of the device: the median
 *   probe ring N           a request through the shared ring to a sleeping server; the client spins for some
 *                          microseconds before it sleeps as well: the median
 *   probe copy N           N MiB copied within the device's memory: MiB/s instead
 *   probe memcpy N         the same in private memory */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/futex.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define DEVICE "/dev/atoll-bench"
#define REQUEST_ECHO _IOWR(0xA7, 1, uint64_t[2])
#define REQUEST_SERVE _IO(0xA7, 2)
enum { REQUEST_WORD, DONE_WORD, SPINS = 4000, PIECES = 200, MiB = 1 << 20 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double median(double *values, long count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  return values[count / 2];
}

static void compute(long rounds) {
  static volatile uint64_t result;
  uint64_t value = result;
  for (long i = 0; i < rounds; i++) value = value * 6364136223846793005ull + 1442695040888963407ull;
  result = value;
}

static void calls(const char *what, long rounds) {
  struct stat status;
  for (long i = 0; i < rounds; i++) {
    if (*what == 'g') syscall(SYS_getpid);
    else if (*what == 's') stat("/etc/passwd", &status);
    else close(open("/etc/passwd", O_RDONLY));
  }
}

/* The shortest of many pieces: on a machine with other work, most pieces fit between two interruptions. */
static double loop(const char *what, long rounds) {
  double least = 1e300;
  long piece = rounds / PIECES;
  for (int i = 0; i < PIECES; i++) {
    double start = now();
    if (!strcmp(what, "compute")) compute(piece);
    else calls(what, piece);
    double each = (now() - start) / piece;
    if (each < least) least = each;
  }
  return least;
}

static double ioctls(int fd, long rounds) {
  double *times = malloc((size_t)rounds * sizeof *times);
  uint64_t exchange[2] = {0, 0};
  for (long i = 0; i < rounds; i++) {
    double start = now();
    if (ioctl(fd, REQUEST_ECHO, exchange) != 1) exit(3);
    times[i] = now() - start;
  }
  return exchange[1] == (uint64_t)rounds ? median(times, rounds) : -1;
}

static double pending(long rounds) {
  double *times = malloc((size_t)rounds * sizeof *times);
  int pipes[2], waiting;
  if (pipe(pipes)) exit(3);
  for (long i = 0; i < rounds; i++) {
    double start = now();
    if (ioctl(pipes[0], FIONREAD, &waiting)) exit(3);
    times[i] = now() - start;
  }
  return median(times, rounds);
}

static void futex(uint32_t *word, int operation, uint32_t value) { syscall(SYS_futex, word, operation, value, NULL, NULL, 0); }

static double ring(int fd, long rounds) {
  uint32_t *words = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  double *times = malloc((size_t)rounds * sizeof *times);
  if (ioctl(fd, REQUEST_SERVE) != 0) exit(3);
  for (long i = 0; i < rounds; i++) {
    struct timespec pause = {0, 200000};
    nanosleep(&pause, NULL); /* the server has gone to sleep again */
    double start = now();
    uint32_t next = (uint32_t)i + 1;
    __atomic_store_n(&words[REQUEST_WORD], next, __ATOMIC_SEQ_CST);
    futex(&words[REQUEST_WORD], FUTEX_WAKE, 1);
    uint32_t done;
    for (int spin = 0; spin < SPINS && __atomic_load_n(&words[DONE_WORD], __ATOMIC_ACQUIRE) != next; spin++) continue;
    while ((done = __atomic_load_n(&words[DONE_WORD], __ATOMIC_SEQ_CST)) != next) futex(&words[DONE_WORD], FUTEX_WAIT, done);
    times[i] = now() - start;
  }
  __atomic_store_n(&words[REQUEST_WORD], UINT32_MAX, __ATOMIC_SEQ_CST);
  futex(&words[REQUEST_WORD], FUTEX_WAKE, 1);
  return median(times, rounds);
}

static double copy(char *memory, long mebibytes) {
  memset(memory, 1, 64 * MiB);
  double start = now();
  for (long i = 0; i < mebibytes / 32; i++) memcpy(memory + (i & 1 ? 32 * MiB : 0), memory + (i & 1 ? 0 : 32 * MiB), 32 * MiB);
  return mebibytes / ((now() - start) * 1e-9);
}

int main(int count, char **values) {
  if (count < 3) return 2;
  const char *what = values[1];
  long rounds = atol(values[2]);
  int flags = MAP_SHARED, fd = -1;
  if (!strcmp(what, "ioctl") || !strcmp(what, "ring") || !strcmp(what, "copy")) fd = open(DEVICE, O_RDWR);
  if (fd < 0) flags = MAP_PRIVATE | MAP_ANONYMOUS;
  double result;
  if (!strcmp(what, "pending")) result = pending(rounds);
  else if (!strcmp(what, "ioctl")) result = ioctls(fd, rounds);
  else if (!strcmp(what, "ring")) result = ring(fd, rounds);
  else if (!strcmp(what, "copy") || !strcmp(what, "memcpy")) result = copy(mmap(NULL, 64 * MiB, PROT_READ | PROT_WRITE, flags, fd, 0), rounds);
  else result = loop(what, rounds);
  printf("%.3f\n", result);
  return 0;
}
