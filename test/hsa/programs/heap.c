// Memory of malloc for kernels: allocated before and after hsa_init, shared with a running kernel, copied by fork.
// heap MODULE: its kernels &copy (out, in) and &count (counter, go), which adds 1 to the counter 256 times.
#include "common.h"
#include <malloc.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#define ITEMS 4096
#define ADDITIONS 256
#define ROUNDS 3000
#define SLOTS 64
#define THREADS 3

/** Blocks of all sizes in any order, with their number in them. */
static void* churn(void* seed) {
  unsigned state = (unsigned)(uintptr_t)seed;
  unsigned char* blocks[SLOTS] = {0};
  size_t sizes[SLOTS] = {0};
  long wrong = 0;
  for (int n = 0; n < ROUNDS; n++) {
    state = state * 1664525u + 1013904223u;
    unsigned slot = (state >> 8) % SLOTS, kind = (state >> 20) % 4;
    size_t size = (state >> 12) % (kind == 0 ? 100000 : 600) + 1;
    for (size_t at = 0; at < sizes[slot]; at += 97) wrong += blocks[slot][at] != (unsigned char)slot;
    if (kind == 1) {
      blocks[slot] = realloc(blocks[slot], size);
    } else if (kind == 2) {
      free(blocks[slot]);
      if (posix_memalign((void**)&blocks[slot], 256, size) != 0 || (uintptr_t)blocks[slot] % 256) wrong++;
    } else {
      free(blocks[slot]);
      blocks[slot] = calloc(1, size);
      for (size_t at = 0; at < size; at++) wrong += blocks[slot][at] != 0;
    }
    wrong += malloc_usable_size(blocks[slot]) < size;
    memset(blocks[slot], (int)slot, size);
    sizes[slot] = size;
  }
  for (int slot = 0; slot < SLOTS; slot++) free(blocks[slot]);
  return (void*)wrong;
}

static void churn_in_threads(void) {
  pthread_t threads[THREADS];
  long wrong = 0;
  for (long n = 0; n < THREADS; n++) pthread_create(&threads[n], NULL, churn, (void*)(n + 1));
  for (int n = 0; n < THREADS; n++) {
    void* result;
    pthread_join(threads[n], &result);
    wrong += (long)result;
  }
  printf("blocks: %ld wrong\n", wrong);
}

static void fork_with(uint32_t* memory) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    int kept = memory[1] == 7;
    memory[1] = 8;
    uint32_t* own = calloc(ITEMS, sizeof *own);
    kept &= own[5] == 0;
    free(own);
    _exit(kept ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  printf("fork: child %d, parent %u\n", WEXITSTATUS(status), memory[1]);
}

/** Host and kernel add to one counter at the same time. */
static void count_together(hsa_queue_t* queue, hsa_signal_t done, uint64_t kernel, uint32_t* counters) {
  void* const pointers[] = {counters, counters + 32};
  counters[0] = counters[32] = 0;
  dispatch(queue, done, kernel, pointers, 64);
  while (__atomic_load_n(&counters[32], __ATOMIC_ACQUIRE) == 0) {}
  uint32_t own = 0;
  do {
    __atomic_fetch_add(counters, 1, __ATOMIC_RELAXED);
    own++;
  } while (hsa_signal_load_relaxed(done) > 0);
  wait_for(done);
  printf("counted: %s\n", counters[0] == own + 64 * ADDITIONS ? "all" : "not all");
}

/** The runtime from start to end: memory that was allocated before it, and memory that is allocated while it runs. */
static void round_with(uint32_t* in, const char* path) {
  hsa_queue_t* queue;
  hsa_signal_t done;
  hsa_ext_program_t program;
  hsa_status_t status;
  start_runtime();
  CHECK(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL,
                               &program));
  CHECK(hsa_ext_program_add_module(program, module_of(path)));
  hsa_executable_t executable = loaded(finalized(program, &status));
  CHECK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, UINT32_MAX, UINT32_MAX, &queue));
  CHECK(hsa_signal_create(1, 0, NULL, &done));
  // The second is beyond what the heap had at its start.
  const size_t sizes[] = {4 * ITEMS, 100 << 20};
  for (int n = 0; n < 2; n++) {
    uint32_t* out = malloc(sizes[n]) + sizes[n] - 4 * ITEMS;
    CHECK(hsa_memory_register(out, 4 * ITEMS));
    void* const pointers[] = {out, in};
    dispatch(queue, done, kernel_of(executable, "&copy"), pointers, ITEMS);
    wait_for(done);
    printf("copied: %s\n", memcmp(in, out, 4 * ITEMS) == 0 ? "yes" : "no");
    free((char*)out + 4 * ITEMS - sizes[n]);
  }
  count_together(queue, done, kernel_of(executable, "&count"), calloc(64, 4));
  CHECK(hsa_queue_destroy(queue));
  CHECK(hsa_shut_down());
}

/** A child that starts the runtime: its copy of the heap is in reach of its kernels. */
static void round_in_child(uint32_t* in, const char* path) {
  pid_t child = fork();
  if (child == 0) {
    round_with(in, path);
    exit(0);
  }
  waitpid(child, NULL, 0);
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  uint32_t* in = malloc(4 * ITEMS);
  for (uint32_t n = 0; n < ITEMS; n++) in[n] = 7 * n;
  printf("environment: %s\n", getenv("LD_PRELOAD") ? getenv("LD_PRELOAD") : "clean");
  round_in_child(in, argv[1]);
  for (int round = 0; round < 2; round++) round_with(in, argv[1]);
  churn_in_threads();
  fork_with(in);
  char* large = malloc((size_t)1 << 30);
  large[1 << 29] = 1;
  free(large);
  return 0;
}
