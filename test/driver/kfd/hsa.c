// A program for the HSA runtime without HIP: queues, barriers, signals, handlers, copies that wait for one another,
// boxes, times of copies. Prints a line for each: its name, and how much of it is wrong; all of that three times, the
// runtime shut down in between. With an argument without boxes.

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                     \
  do {                                                  \
    hsa_status_t status_ = (call);                      \
    if (status_ != HSA_STATUS_SUCCESS) {                \
      printf(#call ": 0x%x\n", status_);                \
      exit(1);                                          \
    }                                                   \
  } while (0)

static hsa_agent_t cpu, gpu;
static hsa_amd_memory_pool_t host_pool, gpu_pool;

static hsa_status_t on_agent(hsa_agent_t agent, void* data) {
  (void)data;
  hsa_device_type_t type;
  hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
  if (type == HSA_DEVICE_TYPE_CPU) cpu = agent;
  else if (!gpu.handle) gpu = agent;
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_pool(hsa_amd_memory_pool_t pool, void* data) {
  hsa_amd_segment_t segment;
  bool allowed = false;
  hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_SEGMENT, &segment);
  hsa_amd_memory_pool_get_info(pool, HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED, &allowed);
  hsa_amd_memory_pool_t* wanted = data;
  if (segment == HSA_AMD_SEGMENT_GLOBAL && allowed && !wanted->handle) *wanted = pool;
  return HSA_STATUS_SUCCESS;
}

static void* allocate(hsa_amd_memory_pool_t pool, size_t size) {
  void* at = NULL;
  CHECK(hsa_amd_memory_pool_allocate(pool, size, 0, &at));
  if (pool.handle == host_pool.handle) CHECK(hsa_amd_agents_allow_access(1, &gpu, NULL, at));
  return at;
}

static hsa_signal_t signal_of(hsa_signal_value_t value) {
  hsa_signal_t made;
  CHECK(hsa_signal_create(value, 0, NULL, &made));
  return made;
}

static hsa_signal_value_t wait_for(hsa_signal_t signal) {
  return hsa_signal_wait_scacquire(signal, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
}

/** Each waits for the one before; the first for the host. */
static int copies(void) {
  enum { STEPS = 6 };
  const size_t size = (5u << 20) + 40;
  unsigned char *in = allocate(host_pool, size), *out = allocate(host_pool, size);
  unsigned char *a = allocate(gpu_pool, size), *b = allocate(gpu_pool, size);
  for (size_t n = 0; n < size; n++) in[n] = (unsigned char)(n * 7 + (n >> 9));
  memset(out, 0, size);
  CHECK(hsa_amd_profiling_async_copy_enable(true));
  void* from[STEPS] = {in, a, b, a, b, a};
  void* to[STEPS] = {a, b, a, b, a, out};
  hsa_agent_t source[STEPS] = {cpu, gpu, gpu, gpu, gpu, gpu}, target[STEPS] = {gpu, gpu, gpu, gpu, gpu, cpu};
  hsa_signal_t start = signal_of(1), done[STEPS];
  for (int n = 0; n < STEPS; n++) {
    done[n] = signal_of(1);
    CHECK(hsa_amd_memory_async_copy(to[n], target[n], from[n], source[n], size, 1, n ? &done[n - 1] : &start, done[n]));
  }
  int wrong = hsa_signal_load_scacquire(done[0]) != 1;
  hsa_signal_store_screlease(start, 0);
  wrong += wait_for(done[STEPS - 1]) != 0;
  wrong += memcmp(in, out, size) != 0;
  uint64_t before = 0;
  for (int n = 0; n < STEPS; n++) {
    hsa_amd_profiling_async_copy_time_t time;
    CHECK(hsa_amd_profiling_get_async_copy_time(done[n], &time));
    wrong += !(time.start >= before && time.end >= time.start);
    before = time.end;
    CHECK(hsa_signal_destroy(done[n]));
  }
  CHECK(hsa_signal_destroy(start));
  CHECK(hsa_amd_profiling_async_copy_enable(false));
  CHECK(hsa_amd_memory_pool_free(a));
  CHECK(hsa_amd_memory_pool_free(b));
  CHECK(hsa_amd_memory_pool_free(in));
  CHECK(hsa_amd_memory_pool_free(out));
  return wrong;
}

static int boxes(void) {
  enum { ROW = 256, ROWS = 20, SLICES = 6, SIZE = ROW * ROWS * SLICES };
  unsigned char *host = allocate(host_pool, SIZE), *device = allocate(gpu_pool, SIZE), *back = allocate(host_pool, SIZE);
  static unsigned char expected[SIZE];
  for (int n = 0; n < SIZE; n++) host[n] = (unsigned char)(n * 13 + (n >> 8));
  memset(back, 0x55, SIZE);
  memset(expected, 0x55, SIZE);
  hsa_signal_t up = signal_of(1), down = signal_of(1);
  hsa_pitched_ptr_t in = {host, ROW, ROW * ROWS}, on = {device, ROW, ROW * ROWS}, out = {back, ROW, ROW * ROWS};
  hsa_dim3_t all_offset = {0, 0, 0}, all = {ROW, ROWS, SLICES};
  hsa_dim3_t from = {12, 3, 1}, to = {40, 5, 2}, part = {100, 9, 3};
  CHECK(hsa_amd_memory_async_copy_rect(&on, &all_offset, &in, &all_offset, &all, gpu, hsaHostToDevice, 0, NULL, up));
  CHECK(hsa_amd_memory_async_copy_rect(&out, &to, &on, &from, &part, gpu, hsaDeviceToHost, 1, &up, down));
  wait_for(down);
  for (int z = 0; z < 3; z++)
    for (int y = 0; y < 9; y++)
      memcpy(expected + ((z + 2) * ROWS + y + 5) * ROW + 40, host + ((z + 1) * ROWS + y + 3) * ROW + 12, 100);
  int wrong = memcmp(back, expected, SIZE) != 0;
  CHECK(hsa_amd_memory_fill(device, 0x01020304, SIZE / 4));
  hsa_signal_store_screlease(down, 1);
  CHECK(hsa_amd_memory_async_copy(back, cpu, device, gpu, SIZE, 0, NULL, down));
  wait_for(down);
  for (int n = 0; n < SIZE; n++) wrong += back[n] != 4 - n % 4;
  CHECK(hsa_signal_destroy(up));
  CHECK(hsa_signal_destroy(down));
  CHECK(hsa_amd_memory_pool_free(host));
  CHECK(hsa_amd_memory_pool_free(device));
  CHECK(hsa_amd_memory_pool_free(back));
  return wrong;
}

static _Atomic int handled;

static bool on_signal(hsa_signal_value_t value, void* data) {
  (void)data;
  atomic_fetch_add(&handled, value == 0 ? 1 : 100);
  return false;
}

/** Packets that do nothing but wait: for all of some signals, for one of them, for the host. */
static int barriers(void) {
  hsa_queue_t* queue;
  CHECK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, UINT32_MAX, UINT32_MAX, &queue));
  hsa_signal_t first = signal_of(1), second = signal_of(1), any = signal_of(1), all = signal_of(1);
  CHECK(hsa_amd_signal_async_handler(all, HSA_SIGNAL_CONDITION_EQ, 0, on_signal, NULL));
  const uint16_t types[2] = {HSA_PACKET_TYPE_BARRIER_OR, HSA_PACKET_TYPE_BARRIER_AND};
  for (int n = 0; n < 2; n++) {
    uint64_t index = hsa_queue_add_write_index_relaxed(queue, 1);
    hsa_barrier_and_packet_t* packet = (hsa_barrier_and_packet_t*)queue->base_address + index % queue->size;
    memset((char*)packet + 2, 0, sizeof *packet - 2);
    packet->dep_signal[1] = first;
    packet->dep_signal[3] = second;
    packet->completion_signal = n ? all : any;
    __atomic_store_n(&packet->header, types[n], __ATOMIC_RELEASE);
    hsa_signal_store_screlease(queue->doorbell_signal, (hsa_signal_value_t)index);
  }
  int wrong = hsa_signal_load_scacquire(any) != 1;
  hsa_signal_store_screlease(second, 0);
  wait_for(any);
  wrong += hsa_signal_load_scacquire(all) != 1;
  hsa_signal_store_screlease(first, 0);
  wait_for(all);
  while (atomic_load(&handled) == 0) {}
  CHECK(hsa_queue_destroy(queue));
  hsa_signal_t made[] = {first, second, any, all};
  for (int n = 0; n < 4; n++) CHECK(hsa_signal_destroy(made[n]));
  return wrong + (atomic_load(&handled) != 1);
}

static _Atomic int failures;

static void on_error(hsa_status_t status, hsa_queue_t* queue, void* data) {
  (void)queue;
  (void)data;
  atomic_fetch_add(&failures, status == HSA_STATUS_ERROR_INVALID_PACKET_FORMAT ? 1 : 100);
}

static int errors(void) {
  hsa_queue_t* queue;
  CHECK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_MULTI, on_error, NULL, UINT32_MAX, UINT32_MAX, &queue));
  uint64_t index = hsa_queue_add_write_index_relaxed(queue, 1);
  uint16_t* header = (uint16_t*)((char*)queue->base_address + 64 * (index % queue->size));
  __atomic_store_n(header, (uint16_t)77, __ATOMIC_RELEASE);
  hsa_signal_store_screlease(queue->doorbell_signal, (hsa_signal_value_t)index);
  while (atomic_load(&failures) == 0) {}
  CHECK(hsa_queue_destroy(queue));
  return atomic_load(&failures) != 1;
}

static void everything(bool with_boxes) {
  cpu.handle = gpu.handle = host_pool.handle = gpu_pool.handle = 0;
  handled = failures = 0;
  CHECK(hsa_init());
  CHECK(hsa_iterate_agents(on_agent, NULL));
  CHECK(hsa_amd_agent_iterate_memory_pools(cpu, on_pool, &host_pool));
  CHECK(hsa_amd_agent_iterate_memory_pools(gpu, on_pool, &gpu_pool));
  printf("copies: %d\n", copies());
  // The runtime copies boxes by copy engines only, of which gfx8 has none here.
  if (with_boxes) printf("boxes: %d\n", boxes());
  printf("barriers: %d\n", barriers());
  printf("errors: %d\n", errors());
  CHECK(hsa_shut_down());
}

int main(int argc, char** argv) {
  (void)argv;
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int round = 0; round < 3; round++) everything(argc < 2);
  return 0;
}
