/* The device sees `release` exactly once, when the last descriptor and the last mapping are gone. */
#include "guest.h"
#include <sys/mman.h>
#include <sys/wait.h>

static int observer;

static int releases(void) { return ioctl(observer, REQUEST_RELEASES); }

/*
 * Release is asynchronous (as the kernel's own is by a task's work): give it time to happen, much of it on a busy
 * machine.
 */
static int becomes(int expected) {
  for (int i = 0; i < 6000 && releases() < expected; i++) usleep(5000);
  return releases() == expected;
}

/* Nothing may happen: give it a moment to go wrong. */
static int stays(int expected) {
  usleep(30000);
  return releases() == expected;
}

int main(void) {
  observer = open_device();
  int fd = open_device();
  close(fd);
  check("close", becomes(1));

  fd = open_device();
  int copy = dup(fd);
  close(fd);
  check("not while a duplicate is open", stays(1));
  close(copy);
  check("close of the duplicate", becomes(2));

  fd = open_device();
  char *map = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  check("not while a mapping lives", stays(2));
  munmap(map, 4096);
  check("not while a part of it lives", stays(2));
  munmap(map + 4096, 4096);
  check("munmap", becomes(3));

  fd = open_device();
  int go[2];
  if (pipe(go)) return 1;
  pid_t child = fork();
  if (child == 0) {
    char byte;
    close(go[1]);
    if (read(go[0], &byte, 1)) _exit(1);
    _exit(0);
  }
  close(fd);
  check("not while a child has it", stays(3));
  close(go[1]);
  waitpid(child, NULL, 0);
  check("exit of the child", becomes(4));

  fd = open_device();
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int again = open(link, O_RDWR);
  close(fd);
  check("not while it is open again through /proc", stays(4) && works(again));
  close(again);
  check("close of the reopened file", becomes(5));

  child = fork();
  if (child == 0) {
    open_device();
    open_device();
    _exit(0);
  }
  waitpid(child, NULL, 0);
  check("exit with two files open", becomes(7));

  fd = open(DEVICE, O_RDWR | O_CLOEXEC);
  child = fork();
  if (child == 0) {
    fcntl(fd, F_SETFD, 0);
    int own = open(DEVICE, O_RDWR | O_CLOEXEC);
    execlp("true", own >= 0 ? "true" : "false", NULL);
    _exit(1);
  }
  waitpid(child, NULL, 0);
  check("exec closes O_CLOEXEC files", becomes(8));
  close(fd);
  check("and the parent's copy counts", becomes(9));
  return finish();
}
