// Requirements of HSA of a platform, a line for each: requirements MODULE, with two agents.
#include "common.h"
#include <hsa/hsa_ext_amd.h>
#include <pthread.h>

#define GROUPS 8
#define ITEMS (64 * GROUPS)
#define ROUNDS 200
#define PRODUCERS 3
#define PACKETS 40

static hsa_agent_t gpus[2];
static int gpu_count;
static hsa_executable_t executables[2];

static hsa_status_t on_gpu(hsa_agent_t agent, void* data) {
  (void)data;
  hsa_device_type_t type;
  CHECK(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
  if (type == HSA_DEVICE_TYPE_GPU && gpu_count < 2) gpus[gpu_count++] = agent;
  return HSA_STATUS_SUCCESS;
}

static void load(const char* path) {
  hsa_ext_program_t program;
  hsa_status_t status;
  CHECK(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL,
                               &program));
  CHECK(hsa_ext_program_add_module(program, module_of(path)));
  for (int n = 0; n < 2; n++) {
    gpu = gpus[n];
    executables[n] = loaded(finalized(program, &status));
  }
}

static uint64_t kernel_on(int agent, const char* name) {
  gpu = gpus[agent];
  return kernel_of(executables[agent], name);
}

static hsa_queue_t* queue_on(int agent, hsa_queue_type_t type) {
  hsa_queue_t* queue;
  CHECK(hsa_queue_create(gpus[agent], 64, type, NULL, NULL, UINT32_MAX, UINT32_MAX, &queue));
  CHECK(hsa_amd_profiling_set_profiler_enabled(queue, 1));
  return queue;
}

static hsa_signal_t new_signal(void) {
  hsa_signal_t signal;
  CHECK(hsa_signal_create(1, 0, NULL, &signal));
  return signal;
}

static void atomics(hsa_queue_t* queue) {
  uint32_t *words = calloc(16, 4), *numbers = calloc(ITEMS, 4), seen[ITEMS] = {0}, once = 0;
  hsa_signal_t done = new_signal();
  words[1] = 5000;
  words[3] = 7;
  words[6] = ~0u;
  void* const pointers[] = {words, numbers};
  dispatch(queue, done, kernel_on(0, "&atomics"), pointers, ITEMS);
  wait_for(done);
  for (int n = 0; n < ITEMS; n++) once += numbers[n] < ITEMS && seen[numbers[n]]++ == 0;
  uint64_t sum;
  memcpy(&sum, words + 10, 8);
  uint32_t decreased = 0;
  for (int n = 0; n < ITEMS; n++) decreased = decreased == 0 || decreased > 9 ? 9 : decreased - 1;
  const int right = words[0] == ITEMS && words[1] == 5000 - 2 * ITEMS && words[2] == ITEMS - 1 && words[3] == 0 &&
                    words[4] == ~0u && words[5] == 0 && words[6] == 0 && words[7] == ITEMS % 10 &&
                    words[8] == decreased && sum == 0x100000001ull * ITEMS && words[12] == 3 * ITEMS;
  printf("atomics: %s, numbers %s\n", right ? "right" : "wrong", once == ITEMS ? "each once" : "repeated");
}

/** Host and kernel read each other's writes while the kernel runs. */
static void coherency(hsa_queue_t* queue) {
  volatile uint32_t* words = calloc(16, 4);
  uint32_t wrong = 0;
  hsa_signal_t done = new_signal();
  words[3] = ROUNDS;
  void* const pointers[] = {(void*)words, NULL};
  dispatch(queue, done, kernel_on(0, "&answer"), pointers, 64);
  for (uint32_t n = 0; n < ROUNDS; n++) {
    words[1] = 77 * n;
    __atomic_store_n(&words[0], 2 * n + 1, __ATOMIC_RELEASE);
    while (__atomic_load_n(&words[0], __ATOMIC_ACQUIRE) != 2 * n + 2) {}
    wrong += words[2] != 154 * n;
  }
  wait_for(done);
  printf("coherency: %u of %d wrong\n", wrong, ROUNDS);
}

/** Times of packets are those of the system's clock, between its values before and after. */
static void time_stamps(hsa_queue_t* queue) {
  uint64_t before, after, frequency, last = 0;
  int right = 1;
  CHECK(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY, &frequency));
  uint32_t *words = calloc(16, 4), *numbers = calloc(ITEMS, 4);
  for (int n = 0; n < 3; n++) {
    hsa_signal_t done = new_signal();
    hsa_amd_profiling_dispatch_time_t time;
    void* const pointers[] = {words, numbers};
    CHECK(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &before));
    dispatch(queue, done, kernel_on(0, "&atomics"), pointers, ITEMS);
    wait_for(done);
    CHECK(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP, &after));
    CHECK(hsa_amd_profiling_get_dispatch_time(gpus[0], done, &time));
    right &= before <= time.start && time.start < time.end && time.end <= after && time.start >= last;
    last = time.end;
  }
  printf("time stamps: %s, frequency %s\n", right ? "in order" : "wrong", frequency > 0 ? "known" : "unknown");
}

struct producer {
  hsa_queue_t* queue;
  uint64_t kernel;
  uint32_t *words, *numbers;
  hsa_signal_t done[PACKETS];
};

static void* produce(void* data) {
  struct producer* producer = data;
  for (int n = 0; n < PACKETS; n++) {
    producer->done[n] = new_signal();
    void* const pointers[] = {producer->words, producer->numbers};
    dispatch(producer->queue, producer->done[n], producer->kernel, pointers, 64);
  }
  return NULL;
}

/** Threads write packets into one queue without a system call, more than it has room for. */
static void user_queues(hsa_queue_t* queue) {
  struct producer producers[PRODUCERS];
  pthread_t threads[PRODUCERS];
  uint32_t *words = calloc(16, 4), *numbers = calloc(64, 4);
  uint64_t index = hsa_queue_load_write_index_relaxed(queue);
  for (int n = 0; n < PRODUCERS; n++) {
    producers[n] = (struct producer){.queue = queue, .kernel = kernel_on(0, "&atomics"), .words = words, .numbers = numbers};
    pthread_create(&threads[n], NULL, produce, &producers[n]);
  }
  for (int n = 0; n < PRODUCERS; n++) {
    pthread_join(threads[n], NULL);
    for (int packet = 0; packet < PACKETS; packet++) wait_for(producers[n].done[packet]);
  }
  printf("user-mode queues: %u work-items, %lu packets\n", words[0], hsa_queue_load_write_index_relaxed(queue) - index);
}

/** A kernel enqueues another one. */
static void kernels_enqueue(hsa_queue_t* queue) {
  uint32_t *words = calloc(16, 4), *numbers = calloc(64, 4);
  hsa_kernel_dispatch_packet_t* packet = aligned_alloc(64, 64);
  hsa_signal_t done = new_signal(), second = new_signal();
  void** arguments;
  CHECK(hsa_memory_allocate(kernargs, 64, (void**)&arguments));
  arguments[0] = words;
  arguments[1] = numbers;
  *packet = (hsa_kernel_dispatch_packet_t){.header = HSA_PACKET_TYPE_KERNEL_DISPATCH,
                                           .setup = 1,
                                           .workgroup_size_x = 64,
                                           .workgroup_size_y = 1,
                                           .workgroup_size_z = 1,
                                           .grid_size_x = 64,
                                           .grid_size_y = 1,
                                           .grid_size_z = 1,
                                           .kernel_object = kernel_on(0, "&atomics"),
                                           .kernarg_address = arguments,
                                           .completion_signal = second};
  void* const pointers[] = {queue, packet};
  dispatch(queue, done, kernel_on(0, "&enqueue"), pointers, 64);
  wait_for(done);
  wait_for(second);
  printf("kernels enqueue: %u work-items\n", words[0]);
}

/** Kernels of two agents exchange values: both make progress at the same time. */
static void agents(hsa_queue_t* first, hsa_queue_t* second) {
  uint32_t* words = calloc(16, 4);
  hsa_signal_t done[2] = {new_signal(), new_signal()};
  words[3] = ROUNDS;
  words[4] = ~0u;
  void* const pointers[] = {words, NULL};
  dispatch(first, done[0], kernel_on(0, "&answer"), pointers, 64);
  dispatch(second, done[1], kernel_on(1, "&ask"), pointers, 64);
  wait_for(done[0]);
  wait_for(done[1]);
  printf("agents: %d, %u of %d wrong\n", gpu_count, words[4], ROUNDS);
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  start_runtime();
  CHECK(hsa_iterate_agents(on_gpu, NULL));
  if (gpu_count != 2) return 3;
  load(argv[1]);
  hsa_queue_t *queue = queue_on(0, HSA_QUEUE_TYPE_MULTI), *other = queue_on(1, HSA_QUEUE_TYPE_SINGLE);
  atomics(queue);
  coherency(queue);
  time_stamps(queue);
  user_queues(queue);
  kernels_enqueue(queue);
  agents(queue, other);
  return 0;
}
