/* A guest that misbehaves for a while: random requests and pointers, arguments that vanish, files closed in the middle.
 * It must get errors and nothing else. Arguments: seed, rounds. */
#include "guest.h"
#include <pthread.h>
#include <sys/mman.h>

static struct { uint64_t state, room[8]; } seed; /* the device may write over it */
#define state seed.state
static volatile int stop;
static char *volatile target;
static volatile int shared_fd;

static uint32_t random32(void) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (uint32_t)(state >> 32);
}

static void *unmap_and_map(void *unused) {
  (void)unused;
  while (!stop) {
    munmap(target, 8192);
    mmap(target, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  }
  return NULL;
}

static void *close_and_open(void *unused) {
  (void)unused;
  while (!stop) {
    close(shared_fd);
    int fd = open_device();
    if (fd != shared_fd) dup2(fd, shared_fd), close(fd);
  }
  return NULL;
}

static void *random_pointer(void) {
  switch (random32() % 5) {
    case 0: return NULL;
    case 1: return (void *)(uintptr_t)(((uint64_t)random32() << 32) | random32());
    case 2: return target + random32() % 8192;
    case 3: return (void *)(uintptr_t)-1;
    default: return &state;
  }
}

int main(int count, char **values) {
  state = count > 1 ? (uint64_t)atoll(values[1]) : 1;
  int rounds = count > 2 ? atoi(values[2]) : 300;
  target = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  shared_fd = 50;
  int fd = open_device();
  dup2(fd, 50);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, unmap_and_map, NULL);
  pthread_create(&threads[1], NULL, close_and_open, NULL);
  uint64_t kept = state;
  for (int i = 0; i < rounds; i++) {
    uint32_t request = random32();
    if (i % 2) request = (request & 0xffff00f8u) | 0xA700u | (random32() & 5);
    if ((request & 0xff) == 2 || (request & 0xff) == 6) request ^= 1; /* not the ones that wait */
    kept = state;
    ioctl(i % 3 ? fd : 50, request, random_pointer());
    state = kept + 1;
    if (i % 16 == 0) ftruncate(fd, random32());
    if (i % 16 == 1) fcntl(fd, F_ADD_SEALS, random32() & 0x1f);
    if (i % 16 == 2) fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 1 << 20);
  }
  stop = 1;
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  check("still served afterwards", works(open_device()));
  return finish();
}
