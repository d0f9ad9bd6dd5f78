/* Mechanisms of the kernel for written pages of a memory file, and comparison with a copy: MEBIBYTES ROUNDS.
 * A line for each: name, the kernel's result, milliseconds of processor time for unchanged memory and for memory with
 * one changed page in eight, the writer's nanoseconds for a page, and the number of reported pages. Minimum of all
 * rounds. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Of headers that are older than the kernel (linux/fs.h and linux/userfaultfd.h of 6.7). */
struct scan_region {
  uint64_t start, end, categories;
};
struct scan {
  uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
  uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};
#define SCAN _IOWR('f', 16, struct scan)
enum { SCAN_WP_MATCHING = 1, SCAN_CHECK_WPASYNC = 2, PAGE_WRITTEN = 2 };
enum { WP_UNPOPULATED = 1 << 13, WP_ASYNC = 1 << 15, WP_SHMEM = 1 << 12 };

enum { PAGE = 4096, ONE_IN = 8, SOFT_DIRTY = 55 };

static size_t bytes;
static char *memory, *copy;
static volatile int sink;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

struct result {
  double unchanged, changed, write;
  size_t found;
};

static void keep(double *least, double value) {
  if (*least == 0 || value < *least) *least = value;
}

/* Another value than the last one. @returns milliseconds */
static double write_some(void) {
  static char value;
  value++;
  double begin = now();
  for (size_t at = 0; at < bytes; at += PAGE * ONE_IN) memory[at] = value;
  return now() - begin;
}

static void print(const char *name, const char *answer, struct result all) {
  size_t pages = bytes / PAGE / ONE_IN;
  printf("%s\t%s\t%.3f\t%.3f\t%.1f\t%zu\n", name, answer, all.unchanged, all.changed, all.write * 1e6 / pages, all.found);
}

static void refused(const char *name, const char *what) {
  char answer[160];
  snprintf(answer, sizeof answer, "%s: %s", what, strerror(errno));
  print(name, answer, (struct result){0, 0, 0, 0});
}

static size_t compare(void) {
  size_t found = 0;
  for (size_t at = 0; at < bytes; at += PAGE) found += memcmp(memory + at, copy + at, PAGE) != 0;
  return found;
}

static void compared(int rounds) {
  struct result all = {0, 0, 0, 0};
  for (int n = 0; n < rounds; n++) {
    memcpy(copy, memory, bytes);
    double begin = now();
    sink = compare();
    keep(&all.unchanged, now() - begin);
    keep(&all.write, write_some());
    begin = now();
    all.found = compare();
    keep(&all.changed, now() - begin);
  }
  print("page compare", "works", all);
}

/* Bits of /proc/self/pagemap, which a write to clear_refs clears for the whole process. */
static void soft_dirty(int rounds) {
  const char *name = "soft-dirty";
  int clear = open("/proc/self/clear_refs", O_WRONLY), map = open("/proc/self/pagemap", O_RDONLY);
  if (clear < 0) return refused(name, "open of clear_refs");
  if (map < 0) return refused(name, "open of pagemap");
  size_t count = bytes / PAGE;
  uint64_t *entries = malloc(count * 8);
  struct result all = {0, 0, 0, 0};
  for (int n = 0; n < rounds; n++) {
    for (int some = 0; some < 2; some++) {
      double begin = now();
      if (write(clear, "4", 1) != 1) return refused(name, "write to clear_refs");
      double took = now() - begin;
      if (some) keep(&all.write, write_some());
      begin = now();
      if (pread(map, entries, count * 8, (uintptr_t)memory / PAGE * 8) < 0) return refused(name, "read of pagemap");
      size_t found = 0;
      for (size_t page = 0; page < count; page++) found += entries[page] >> SOFT_DIRTY & 1;
      keep(some ? &all.changed : &all.unchanged, took + now() - begin);
      if (some) all.found = found;
    }
  }
  print(name, all.found ? "works" : "clear_refs is taken, but written pages stay clean (no CONFIG_MEM_SOFT_DIRTY)", all);
  free(entries);
  close(clear);
  close(map);
}

/* @returns a userfaultfd by which writes to the memory are seen; -1 after a message */
static int protect(const char *name, uint64_t features) {
  int fd = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return refused(name, "userfaultfd"), -1;
  struct uffdio_api api = {.api = UFFD_API, .features = features};
  if (ioctl(fd, UFFDIO_API, &api) < 0) return refused(name, "UFFDIO_API"), close(fd), -1;
  struct uffdio_register all = {.range = {(uintptr_t)memory, bytes}, .mode = UFFDIO_REGISTER_MODE_WP};
  if (ioctl(fd, UFFDIO_REGISTER, &all) < 0) return refused(name, "UFFDIO_REGISTER"), close(fd), -1;
  return fd;
}

static int write_protect(int fd, uintptr_t start, size_t length, int on) {
  struct uffdio_writeprotect range = {.range = {start, length}, .mode = on ? UFFDIO_WRITEPROTECT_MODE_WP : 0};
  return ioctl(fd, UFFDIO_WRITEPROTECT, &range);
}

/* Pages that the kernel lets through and marks as written; requesting them protects them again. */
static void scanned(int rounds) {
  const char *name = "PAGEMAP_SCAN";
  int map = open("/proc/self/pagemap", O_RDONLY);
  if (map < 0) return refused(name, "open of pagemap");
  struct scan probe = {.size = sizeof probe};
  if (ioctl(map, SCAN, &probe) < 0 && errno == ENOTTY) return refused(name, "PAGEMAP_SCAN");
  int fd = protect(name, WP_ASYNC | WP_UNPOPULATED | WP_SHMEM);
  if (fd < 0) return;
  static struct scan_region regions[4096];
  struct result all = {0, 0, 0, 0};
  if (write_protect(fd, (uintptr_t)memory, bytes, 1) < 0) return refused(name, "UFFDIO_WRITEPROTECT"), (void)close(fd);
  for (int n = 0; n < rounds; n++) {
    for (int some = 0; some < 2; some++) {
      if (some) keep(&all.write, write_some());
      double begin = now();
      size_t found = 0;
      struct scan order = {.size = sizeof order, .flags = SCAN_WP_MATCHING | SCAN_CHECK_WPASYNC, .start = (uintptr_t)memory,
                           .end = (uintptr_t)memory + bytes, .vec = (uintptr_t)regions, .vec_len = 4096,
                           .category_mask = PAGE_WRITTEN, .return_mask = PAGE_WRITTEN};
      while (order.start < order.end) {
        int got = ioctl(map, SCAN, &order);
        if (got < 0) return refused(name, "PAGEMAP_SCAN"), (void)close(fd);
        for (int i = 0; i < got; i++) found += (regions[i].end - regions[i].start) / PAGE;
        order.start = order.walk_end;
      }
      keep(some ? &all.changed : &all.unchanged, now() - begin);
      if (some) all.found = found;
    }
  }
  print(name, "works", all);
  close(fd);
  close(map);
}

static volatile size_t faults;
static volatile int ends;

/* Handles the fault of each first write to a page. */
static void *handle(void *argument) {
  int fd = (int)(intptr_t)argument;
  while (!ends) {
    struct pollfd one = {fd, POLLIN, 0};
    struct uffd_msg message;
    if (poll(&one, 1, 10) <= 0 || read(fd, &message, sizeof message) != sizeof message) continue;
    faults++;
    write_protect(fd, message.arg.pagefault.address & ~(uintptr_t)(PAGE - 1), PAGE, 0);
  }
  return 0;
}

/* A message for each page that is written: nothing is to be looked for, but writers wait. */
static void told(int rounds) {
  const char *name = "userfaultfd";
  int fd = protect(name, UFFD_FEATURE_PAGEFAULT_FLAG_WP | WP_SHMEM);
  if (fd < 0) return;
  pthread_t handler;
  pthread_create(&handler, 0, handle, (void *)(intptr_t)fd);
  struct result all = {0, 0, 0, 0};
  for (int n = 0; n < rounds; n++) {
    double begin = now();
    if (write_protect(fd, (uintptr_t)memory, bytes, 1) < 0) return refused(name, "UFFDIO_WRITEPROTECT");
    keep(&all.unchanged, now() - begin);
    keep(&all.changed, now() - begin);
    faults = 0;
    keep(&all.write, write_some());
    all.found = faults;
  }
  print(name, "works", all);
  ends = 1;
  pthread_join(handler, 0);
  close(fd);
}

int main(int argc, char **argv) {
  bytes = (argc > 1 ? strtoul(argv[1], 0, 10) : 1024) << 20;
  int rounds = argc > 2 ? atoi(argv[2]) : 3;
  int fd = memfd_create("memory", MFD_CLOEXEC);
  if (fd < 0 || ftruncate(fd, bytes) < 0) return perror("memory"), 1;
  memory = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  copy = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || copy == MAP_FAILED) return perror("memory"), 1;
  memset(memory, 1, bytes);
  compared(rounds);
  soft_dirty(rounds);
  scanned(rounds);
  told(rounds);
  return 0;
}
