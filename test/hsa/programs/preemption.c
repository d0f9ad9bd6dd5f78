// Suspends a queue while its kernel runs: the kernel stands still, kernels of another queue run, the wavefronts are
// read from the queue's context save area, and the kernel ends with the right results when the queue runs again.
// preemption MODULE GROUPS: its kernel &long; without work-groups as many queues as possible are suspended.
#include "common.h"
#include <errno.h>
#include <linux/kfd_ioctl.h>
#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define GROUP 64
#define QUEUES 4

static int kfd;
static struct kfd_ioctl_create_queue_args created;

/** Seen by the runtime in place of the C library's: the last AQL queue. */
int ioctl(int fd, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void* argument = va_arg(list, void*);
  va_end(list);
  int result = (int)syscall(SYS_ioctl, fd, request, argument);
  if (request == AMDKFD_IOC_CREATE_QUEUE && result == 0) {
    struct kfd_ioctl_create_queue_args* args = argument;
    if (args->queue_type == KFD_IOC_QUEUE_TYPE_COMPUTE_AQL) created = *args;
    kfd = fd;
  }
  return result;
}

static void pause_for(long ms) {
  struct timespec time = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
  nanosleep(&time, NULL);
}

static int update(const struct kfd_ioctl_create_queue_args* queue, uint32_t percentage) {
  struct kfd_ioctl_update_queue_args args = {.ring_base_address = queue->ring_base_address,
                                             .queue_id = queue->queue_id,
                                             .ring_size = queue->ring_size,
                                             .queue_percentage = percentage,
                                             .queue_priority = 7};
  return ioctl(kfd, AMDKFD_IOC_UPDATE_QUEUE, &args) ? errno : 0;
}

struct header {
  uint32_t stack_offset, stack_bytes, area_end, area_bytes;
};

/** Numbers of saved wavefronts, of those in the kernel's code, with all lanes, with ids, with the state's address. */
struct found {
  unsigned waves, groups, code, lanes, ids, state;
};

/** One wavefront, at the upper end of what is left of the wave area. @returns its lower end */
static char* read_wave(char* end, uint32_t state, uint32_t entry, uint64_t code, uint64_t address, struct found* found) {
  unsigned vgprs = ((state & 63) + 1) * 4, sgprs = ((state >> 6 & 7) + 1) * 16 - 16, lds = (state >> 9 & 511) * 512;
  uint32_t* ttmps = (uint32_t*)(end - 64 - (entry >> 17 & 1 ? lds : 0) - 64);
  uint32_t *hardware = ttmps - 16, *scalars = hardware - sgprs, *vectors = scalars - 64 * vgprs;
  uint64_t pc = hardware[1] | (uint64_t)hardware[2] << 32;
  found->waves++;
  found->groups += entry >> 17 & 1;
  found->code += pc > code && pc < code + 4096 && pc % 4 == 0;
  found->lanes += hardware[3] == ~0u && hardware[4] == ~0u;
  int ids = 0, known = 0;
  for (unsigned row = 0; row < vgprs; row++) {
    uint32_t first = vectors[64 * row], equal = 1;
    for (unsigned lane = 0; lane < 64; lane++) equal &= vectors[64 * row + lane] == first + lane;
    ids |= equal && (first == 0 || first == ttmps[8] * GROUP);
  }
  for (unsigned n = 0; n + 1 < sgprs; n++) known |= (scalars[n] | (uint64_t)scalars[n + 1] << 32) == address;
  found->ids += ids;
  found->state += known;
  return (char*)vectors;
}

static int wave_state(const struct kfd_ioctl_create_queue_args* queue, uint64_t code, uint64_t address, unsigned groups) {
  char* area = (char*)queue->ctx_save_restore_address;
  struct kfd_ioctl_get_queue_wave_state_args args = {.ctl_stack_address = (uint64_t)area, .queue_id = queue->queue_id};
  if (ioctl(kfd, AMDKFD_IOC_GET_QUEUE_WAVE_STATE, &args)) return errno;
  const struct header* header = (struct header*)area;
  const uint32_t* stack = (uint32_t*)(area + header->stack_offset);
  struct found found = {0};
  uint32_t state = 0;
  char* end = area + header->area_end;
  for (unsigned n = 2; n < header->stack_bytes / 4; n++) {
    if (stack[n] >> 30 & 1) continue;
    if (stack[n] >> 31) state = stack[n];
    else end = read_wave(end, state, stack[n], code, address, &found);
  }
  int sound = header->stack_offset + header->stack_bytes == queue->ctl_stack_size &&
              header->stack_bytes == args.ctl_stack_used_size && header->area_bytes == args.save_area_used_size &&
              header->area_end - header->area_bytes == queue->ctl_stack_size &&
              end == area + header->area_end - header->area_bytes;
  printf("number of wavefronts: %s; header and area %s, pc %s, EXEC %s, ids %s, SGPRs %s\n",
         found.waves >= (groups < 2 ? 1 : 2) && found.waves <= groups && found.groups == found.waves ? "right" : "wrong",
         sound ? "agree" : "differ", found.code == found.waves ? "in the kernel" : "elsewhere",
         found.lanes == found.waves ? "full" : "partial", found.ids == found.waves ? "found" : "not found",
         found.state == found.waves ? "found" : "not found");
  return 0;
}

static uint32_t expected(uint32_t id, uint32_t rounds, unsigned swaps) {
  uint32_t value = id + 1;
  for (uint32_t n = 0; n < rounds; n++) value = value * 1664525u + id;
  return value + (swaps % 2 ? id ^ 1 : id);
}

static uint32_t wrong(const uint32_t* out, uint32_t items, uint32_t rounds) {
  uint32_t count = 0;
  for (uint32_t n = 0; n < items; n++) count += out[n] != expected(n, rounds, rounds / 64);
  return count;
}

static hsa_queue_t* new_queue(struct kfd_ioctl_create_queue_args* args) {
  hsa_queue_t* queue;
  CHECK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, UINT32_MAX, UINT32_MAX, &queue));
  *args = created;
  return queue;
}

/** Memory of a kernel, as it says. */
struct state {
  uint32_t rounds, hold, progress[64];
};

static volatile struct state* new_state(uint32_t rounds, uint32_t hold) {
  volatile struct state* state = calloc(1, sizeof *state);
  state->rounds = rounds;
  state->hold = hold;
  return state;
}

static uint64_t progress_of(volatile struct state* state) {
  uint64_t sum = 0;
  for (int n = 0; n < 64; n++) sum += state->progress[n];
  return sum;
}

static void await_progress(volatile struct state* state, uint64_t least) {
  while (progress_of(state) < least) pause_for(1);
}

/** Some work-groups have begun: on several threads, or by turns on one. */
static void await_groups(volatile struct state* state, unsigned least) {
  for (unsigned begun = 0; begun < least; pause_for(1)) {
    begun = 0;
    for (int n = 0; n < 64; n++) begun += state->progress[n] > 0;
  }
}

static uint64_t load(const char* module) {
  hsa_ext_program_t program;
  hsa_status_t status;
  CHECK(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL,
                               &program));
  CHECK(hsa_ext_program_add_module(program, module_of(module)));
  return kernel_of(loaded(finalized(program, &status)), "&long");
}

static void run_other(hsa_queue_t* queue, hsa_signal_t done, uint64_t kernel) {
  uint32_t* memory = calloc(GROUP, 4);
  volatile struct state* state = new_state(6400, 0);
  void* const pointers[] = {memory, (void*)state};
  dispatch(queue, done, kernel, pointers, GROUP);
  wait_for(done);
  printf("other queue: %u wrong\n", wrong(memory, GROUP, 6400));
}

/** Suspends more queues than can be, ends the kernel of one and the program with the others. */
static int limit(uint64_t kernel) {
  struct kfd_ioctl_create_queue_args queues[QUEUES], last;
  uint32_t* out[QUEUES];
  volatile struct state* states[QUEUES];
  hsa_signal_t done[QUEUES], last_done;
  for (int n = 0; n < QUEUES; n++) {
    hsa_queue_t* queue = new_queue(&queues[n]);
    out[n] = calloc(GROUP, 4);
    states[n] = new_state(640, 1);
    CHECK(hsa_signal_create(1, 0, NULL, &done[n]));
    void* const pointers[] = {out[n], (void*)states[n]};
    dispatch(queue, done[n], kernel, pointers, GROUP);
    await_progress(states[n], 1);
    printf("queue %d suspended: %d\n", n, update(&queues[n], 0));
  }
  states[QUEUES - 1]->hold = 0;
  wait_for(done[QUEUES - 1]);
  printf("results: %u wrong\n", wrong(out[QUEUES - 1], GROUP, 640));
  states[0]->hold = 0;
  printf("active again: %d\n", update(&queues[0], 100));
  wait_for(done[0]);
  printf("results: %u wrong\n", wrong(out[0], GROUP, 640));
  CHECK(hsa_signal_create(1, 0, NULL, &last_done));
  run_other(new_queue(&last), last_done, kernel);
  _exit(0);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const uint32_t groups = (uint32_t)atoi(argv[2]), rounds = 640, items = groups * GROUP;
  setvbuf(stdout, NULL, _IOLBF, 0);
  start_runtime();
  const uint64_t kernel = load(argv[1]), code = kernel + *(uint64_t*)(kernel + 16);
  if (groups == 0) return limit(kernel);
  struct kfd_ioctl_create_queue_args first, second;
  hsa_queue_t *queue = new_queue(&first), *other = new_queue(&second);
  hsa_signal_t done, other_done;
  CHECK(hsa_signal_create(1, 0, NULL, &done));
  CHECK(hsa_signal_create(1, 0, NULL, &other_done));
  uint32_t* out = calloc(items, 4);
  volatile struct state* state = new_state(rounds, 1);
  void* const pointers[] = {out, (void*)state};
  dispatch(queue, done, kernel, pointers, items);
  await_groups(state, groups < 2 ? 1 : 2);
  printf("active: %d\n", wave_state(&first, code, (uint64_t)state, groups));
  int refused = update(&first, 0);
  printf("suspended: %d\n", refused);
  for (int round = 0; round < 3 && !refused; round++) {
    printf("suspended again: %d\n", update(&first, 0));
    const uint64_t before = progress_of(state);
    run_other(other, other_done, kernel);
    printf("stands still: %s\n", progress_of(state) == before ? "yes" : "no");
    int failed = wave_state(&first, code, (uint64_t)state, groups);
    if (failed) printf("wave state: %d\n", failed);
    // No effect: the wavefronts continue in the state that they have had.
    if (round == 1) memset((char*)first.ctx_save_restore_address + first.ctl_stack_size, 0x5a, 4096);
    printf("active again: %d\n", update(&first, 100));
    await_progress(state, before + 1);
  }
  printf("idle: %d\n", update(&second, 0));
  printf("active again: %d\n", update(&second, 100));
  state->hold = 0;
  wait_for(done);
  printf("results: %u wrong\n", wrong(out, items, rounds));

  if (refused) return 0;

  // A queue may be destroyed while its kernel stands still.
  volatile struct state* endless = new_state(rounds, 1);
  void* const others[] = {out, (void*)endless};
  dispatch(queue, done, kernel, others, items);
  await_progress(endless, 1);
  printf("suspended: %d\n", update(&first, 0));
  CHECK(hsa_queue_destroy(queue));
  run_other(other, other_done, kernel);
  printf("unknown queue: %d\n", update(&first, 0));
  return 0;
}
