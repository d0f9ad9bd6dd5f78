// Kernels enqueue agent-dispatch packets into a queue that a thread of the host serves (hsa_soft_queue_create), and
// wait on their completion signals. agent-dispatch MODULE: its kernel &ask.
#include "common.h"
#include <pthread.h>

#define SERVICE 0x8001
#define GROUP 64

struct request {
  uint64_t signal, argument, result, output;
};

/** The served queue, and the number of wrong packets. */
struct service {
  hsa_queue_t* queue;
  hsa_signal_t doorbell;
  uint64_t packets, wrong;
};

static void* in_region(size_t bytes) {
  void* memory;
  CHECK(hsa_memory_allocate(kernargs, bytes, &memory));
  memset(memory, 0, bytes);
  return memory;
}

static void answer(struct service* service, uint64_t index) {
  hsa_queue_t* queue = service->queue;
  hsa_agent_dispatch_packet_t* packet = (hsa_agent_dispatch_packet_t*)queue->base_address + index % queue->size;
  uint16_t header;
  while (header = __atomic_load_n(&packet->header, __ATOMIC_ACQUIRE), (header & 0xff) == HSA_PACKET_TYPE_INVALID) {}
  service->wrong += (header & 0xff) != HSA_PACKET_TYPE_AGENT_DISPATCH || packet->type != SERVICE ||
                    packet->arg[1] != index || packet->arg[3] != (uint64_t)queue;
  *(uint64_t*)packet->return_address = packet->arg[0] * packet->arg[0] + packet->arg[2];
  hsa_signal_t done = packet->completion_signal;
  __atomic_store_n(&packet->header, HSA_PACKET_TYPE_INVALID, __ATOMIC_RELEASE);
  hsa_queue_store_read_index_screlease(queue, index + 1);
  hsa_signal_subtract_screlease(done, 1);
}

static void* serve(void* data) {
  struct service* service = data;
  for (uint64_t index = 0; index < service->packets; index++) {
    hsa_signal_value_t rung = (hsa_signal_value_t)index + 1;
    while (hsa_signal_wait_scacquire(service->doorbell, HSA_SIGNAL_CONDITION_GTE, rung, UINT64_MAX,
                                     HSA_WAIT_STATE_BLOCKED) < rung) {}
    answer(service, index);
  }
  return NULL;
}

/** @param step work-items of which one asks, for all of them */
static void ask(const char* name, uint64_t kernel, uint32_t items, uint32_t step, uint32_t ring) {
  struct service service = {.packets = items / step};
  struct request* requests = in_region(items * sizeof *requests);
  uint64_t* results = in_region(items * sizeof *results);
  CHECK(hsa_signal_create(0, 0, NULL, &service.doorbell));
  CHECK(hsa_soft_queue_create(kernargs, ring, HSA_QUEUE_TYPE_MULTI, HSA_QUEUE_FEATURE_AGENT_DISPATCH, service.doorbell,
                              &service.queue));
  for (uint32_t n = 0; n < items; n++) {
    hsa_signal_t done = {0};
    if (n % step == 0) CHECK(hsa_signal_create(1, 0, NULL, &done));
    requests[n] = (struct request){done.handle, 3 * n + 1, (uint64_t)&results[n / step * step], 0};
  }
  hsa_queue_t* queue;
  hsa_signal_t done;
  pthread_t server;
  CHECK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, UINT32_MAX, UINT32_MAX, &queue));
  CHECK(hsa_signal_create(1, 0, NULL, &done));
  pthread_create(&server, NULL, serve, &service);
  void* const pointers[] = {service.queue, requests};
  dispatch(queue, done, kernel, pointers, items);
  wait_for(done);
  pthread_join(server, NULL);
  uint64_t wrong = 0;
  for (uint64_t n = 0; n < items; n++) {
    uint64_t asker = n / step * step, argument = 3 * asker + 1;
    wrong += requests[n].output != argument * argument + asker + n;
    if (requests[n].signal) CHECK(hsa_signal_destroy((hsa_signal_t){requests[n].signal}));
  }
  printf("%s: %lu packets, %lu wrong, %lu results wrong\n", name, hsa_queue_load_read_index_relaxed(service.queue),
         service.wrong, wrong);
  CHECK(hsa_queue_destroy(queue));
  CHECK(hsa_queue_destroy(service.queue));
  CHECK(hsa_signal_destroy(done));
  CHECK(hsa_signal_destroy(service.doorbell));
}

int main(int argc, char** argv) {
  hsa_ext_program_t program;
  hsa_status_t status;
  if (argc != 2) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  start_runtime();
  CHECK(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL,
                               &program));
  CHECK(hsa_ext_program_add_module(program, module_of(argv[1])));
  uint64_t kernel = kernel_of(loaded(finalized(program, &status)), "&ask");
  ask("work-items", kernel, GROUP, 1, 64);
  ask("work-groups", kernel, 48 * GROUP, GROUP, 4);
  CHECK(hsa_shut_down());
  return 0;
}
