/* Memory between host and device; the argument selects what happens between the launches. */
#include <hpvm.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { COUNT = 3 * 4096, STEPS = 100 };

void smooth(float *from, size_t from_bytes, float *to, size_t to_bytes) {
  __hpvm__hint(GPU_TARGET);
  __hpvm__attributes(1, from, 1, to);
  long x = __hpvm__getNodeInstanceID_x(__hpvm__getNode());
  to[x] = from[x] * 0.5f + from[(x + 1) % COUNT] * 0.25f + from[0] * 0.25f;
}

void root(float *from, size_t from_bytes, float *to, size_t to_bytes) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(1, from, 1, to);
  void *node = __hpvm__createNodeND(1, smooth, (size_t)COUNT);
  for (unsigned input = 0; input < 4; input++)
    __hpvm__bindIn(node, input, input, 0);
}

struct __attribute__((packed)) arguments {
  float *from;
  size_t from_bytes;
  float *to;
  size_t to_bytes;
};

static void step(float *from, float *to) {
  struct arguments arguments = {from, COUNT * sizeof *from, to, COUNT * sizeof *to};
  __hpvm__wait(__hpvm__launch(0, root, &arguments));
}

static int differing(const float *from, const float *to) {
  int count = 0;
  for (int x = 0; x < COUNT; x++)
    count += to[x] != from[x] * 0.5f + from[(x + 1) % COUNT] * 0.25f + from[0] * 0.25f;
  return count;
}

static sigjmp_buf back;
static void *own_page;
static void on_fault(int number, siginfo_t *info, void *context) {
  if (info->si_addr == own_page)
    siglongjmp(back, number);
}

/* The program's own faults reach its own handler, before and after it sets one. */
static int faults(void) {
  int seen = 0;
  for (int again = 0; again < 2; again++)
    if (sigsetjmp(back, 1) == 0)
      *(volatile char *)own_page = 1;
    else
      seen++;
  return seen;
}

static void handle_faults(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, NULL);
}

int main(int count, char **words) {
  const char *what = count > 1 ? words[1] : "";
  size_t bytes = COUNT * sizeof(float);
  /* Whole pages, since others are not protected. */
  float *a = aligned_alloc(4096, bytes), *b = aligned_alloc(4096, bytes), *kept = malloc(bytes);
  for (int x = 0; x < COUNT; x++)
    a[x] = x % 64, b[x] = -1;
  own_page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(kept, a, bytes);
  __hpvm__init();
  llvm_hpvm_track_mem(a, bytes);
  llvm_hpvm_track_mem(b, bytes);
  if (strcmp(what, "steps") == 0) {
    for (int n = 0; n < STEPS; n++)
      step(n % 2 ? b : a, n % 2 ? a : b);
    llvm_hpvm_request_mem(a, bytes);
    printf("%g\n", a[COUNT / 2]);
  } else if (strcmp(what, "write") == 0) {
    /* Launches read values that the host writes after a request. */
    step(a, b);
    llvm_hpvm_request_mem(a, bytes);
    a[5] = 1000;
    step(a, b);
    llvm_hpvm_request_mem(b, bytes);
    printf("%d differ\n", differing(a, b));
    /* A request alone copies nothing again. */
    llvm_hpvm_request_mem(a, bytes);
    step(a, b);
  } else {
    /* Without a request. */
    if (strcmp(what, "handler-before") == 0)
      handle_faults();
    step(a, b);
    if (strcmp(what, "handler-after") == 0)
      handle_faults();
    if (strcmp(what, "stale-write") == 0)
      b[COUNT / 2] = 77;
    else
      printf("%d differ\n", differing(kept, b));
    step(b, a);
    llvm_hpvm_request_mem(a, bytes);
    printf("%d differ, %g\n", differing(b, a), b[COUNT / 2]);
    if (strncmp(what, "handler", 7) == 0)
      printf("%d faults of its own\n", faults());
    if (strcmp(what, "crash") == 0)
      *(volatile char *)own_page = 1;
  }
  llvm_hpvm_untrack_mem(a);
  llvm_hpvm_untrack_mem(b);
  __hpvm__cleanup();
  return 0;
}
