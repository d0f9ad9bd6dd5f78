/* For the small guest programs: every check prints one line, "ok NAME" or "FAIL NAME", and the exit status counts
 * the failures. The requests are those of the test device (test/host/test-device.ts). */
#ifndef GUEST_H
#define GUEST_H
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define DEVICE "/dev/atoll-test"

struct exchange {
  uint32_t operand;
  uint32_t padding;
  uint64_t value;
};

#define REQUEST_INCREMENT _IOWR(0xA7, 1, struct exchange) /* value += 1; returns operand */
#define REQUEST_LATER _IOWR(0xA7, 2, struct exchange)     /* the same, answered after `operand` milliseconds */
#define REQUEST_FAIL _IOW(0xA7, 3, struct exchange)       /* fails with errno = operand */
#define REQUEST_RELEASES _IO(0xA7, 4)                     /* returns how many files have been released */
#define REQUEST_STRING _IOW(0xA7, 5, char[256])           /* returns the length of the string at the argument */
#define REQUEST_NEVER _IO(0xA7, 6)                        /* is never answered */
#define REQUEST_IDENTITY _IOR(0xA7, 7, struct exchange)   /* operand = tid, value = pid as the host sees them */
/* The host's view of byte `operand`: value = byte, frame number << 8; the byte becomes 0x99. */
#define REQUEST_SHARED _IOWR(0xA7, 8, struct exchange)

static int failures;

static inline void check(const char *name, int good) {
  printf("%s %s\n", good ? "ok" : "FAIL", name);
  fflush(stdout);
  if (!good) failures++;
}

static inline int open_device(void) { return open(DEVICE, O_RDWR); }

/* Does the descriptor lead to a virtual file? */
static inline int works(int fd) {
  struct exchange e = {7, 0, 41};
  return ioctl(fd, REQUEST_INCREMENT, &e) == 7 && e.value == 42;
}

static inline int finish(void) {
  fflush(stdout);
  return failures ? 1 : 0;
}
#endif
