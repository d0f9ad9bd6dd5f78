// Uses every request of /dev/kfd and of a render node with fields and pointers that mean nothing. Arguments: seed, how
// many. Prints how many were answered well and how many were refused; afterwards the driver must still answer.

#include <errno.h>
#include <fcntl.h>
#include <linux/types.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static uint64_t state;

static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state * 0x2545f4914f6cdd1dull;
}

// Those of the header, answered or refused by name, and some that there are not.
static const int numbers[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,   17,   18,   19,   20,   21,
                              22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 0x80, 0x81, 0x82, 0x83, 0xff};
static const int sizes[] = {0, 4, 8, 16, 24, 32, 40, 64, 88, 400, 4096};

static unsigned char scratch[16384];

static uint64_t value(void) {
  switch (next() % 12) {
    case 0: return 0;
    case 1: return next();
    case 2: return ~0ull;
    case 3: return (uint64_t)(uintptr_t)scratch + next() % 8192;
    case 4: return 0x1040000000ull + (next() % 0x40000) * 4096;
    case 5: return 4096ull << next() % 24;
    case 6: return 0xa701;
    case 7: return 1ull << next() % 64;
    case 8: return 0xc0000000ull + next() % 4;
    default: return next() % 40;
  }
}

static int kfd, render;

static void fill(unsigned char* argument) {
  for (int at = 0; at < 4096; at += 4) {
    uint64_t word = value();
    memcpy(argument + at, &word, at % 8 == 0 ? 8 : 4);
  }
}

static int request(unsigned char* argument) {
  int number = numbers[next() % (sizeof numbers / sizeof *numbers)];
  int size = sizes[next() % (sizeof sizes / sizeof *sizes)];
  // A wait is never longer than a moment.
  if (number == 12) {
    uint32_t moment = next() % 2;
    memcpy(argument + 16, &moment, 4);
    if (size < 24) size = 24;
  }
  void* pointer = next() % 16 == 0 ? (void*)(uintptr_t)value() : argument;
  if (number == 12) pointer = argument;
  if (next() % 8 == 0) return ioctl(render, _IOC(3, 'd', next() % 80, 32), pointer);
  return ioctl(kfd, _IOC(next() % 4, 'K', number, size), pointer);
}

int main(int argc, char** argv) {
  state = argc > 1 ? strtoull(argv[1], 0, 0) * 0x9e3779b97f4a7c15ull + 1 : 1;
  long count = argc > 2 ? atol(argv[2]) : 1000;
  kfd = open("/dev/kfd", O_RDWR | O_CLOEXEC);
  render = open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC);
  if (kfd < 0 || render < 0) return 2;
  uint32_t vm[2] = {(uint32_t)render, 0xa701};
  // Half of the seeds have memory.
  if (state % 2 && ioctl(kfd, _IOC(1, 'K', 0x15, 8), vm)) return 3;
  static unsigned char argument[8192];
  long good = 0, refused = 0;
  for (long n = 0; n < count; n++) {
    fill(argument);
    if (request(argument) == 0) good++;
    else refused++;
  }
  uint32_t version[2] = {0, 0};
  int alive = ioctl(kfd, _IOC(2, 'K', 1, 8), version);
  printf("good %d refused %d version %d %u\n", good > 0, refused > 0, alive, version[0]);
  return 0;
}
