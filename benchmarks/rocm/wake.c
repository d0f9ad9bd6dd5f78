// How long it takes from the ring of a doorbell until its packet is read, after pauses in which nothing was launched: a
// packet that does nothing has the time in its signal at which it was read. Prints for each number of milliseconds in
// the arguments the microseconds of the middle one of some, and of the worst but one in a hundred.

#include <hsa/hsa.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_RINGS = 400, PAUSES_MS = 4000, HEADER = HSA_PACKET_TYPE_BARRIER_AND << HSA_PACKET_HEADER_TYPE };
/** Of amd_signal_t: when its packet was begun, in the nanoseconds of CLOCK_MONOTONIC that Atoll counts. */
enum { START = 32 };

static hsa_agent_t gpu;

static void check(hsa_status_t status) {
  if (status == HSA_STATUS_SUCCESS) return;
  fprintf(stderr, "HSA: 0x%x\n", status);
  exit(1);
}

static hsa_status_t on_agent(hsa_agent_t agent, void* data) {
  (void)data;
  hsa_device_type_t type;
  check(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
  if (type == HSA_DEVICE_TYPE_GPU && !gpu.handle) gpu = agent;
  return HSA_STATUS_SUCCESS;
}

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000ull + time.tv_nsec;
}

static double microseconds_to_read(hsa_queue_t* queue, hsa_signal_t done) {
  hsa_signal_store_relaxed(done, 1);
  uint64_t index = hsa_queue_add_write_index_relaxed(queue, 1);
  hsa_barrier_and_packet_t* packet = (hsa_barrier_and_packet_t*)queue->base_address + index % queue->size;
  memset((char*)packet + 2, 0, sizeof *packet - 2);
  packet->completion_signal = done;
  __atomic_store_n(&packet->header, HEADER, __ATOMIC_RELEASE);
  uint64_t rung = now();
  hsa_signal_store_screlease(queue->doorbell_signal, index);
  // Without sleeping, which would show the driver a waiting thread.
  while (hsa_signal_load_scacquire(done) != 0) continue;
  return (double)(int64_t)(*(uint64_t*)(done.handle + START) - rung) / 1e3;
}

static int by_size(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

int main(int count, char** arguments) {
  check(hsa_init());
  check(hsa_iterate_agents(on_agent, NULL));
  hsa_queue_t* queue;
  hsa_signal_t done;
  check(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, UINT32_MAX, UINT32_MAX, &queue));
  check(hsa_signal_create(1, 0, NULL, &done));
  microseconds_to_read(queue, done);
  for (int n = 1; n < count; n++) {
    const int pause = atoi(arguments[n]);
    const int rings = pause * MAX_RINGS > PAUSES_MS ? PAUSES_MS / pause : MAX_RINGS;
    double took[MAX_RINGS];
    for (int ring = 0; ring < rings; ring++) {
      usleep(pause * 1000);
      took[ring] = microseconds_to_read(queue, done);
    }
    qsort(took, rings, sizeof took[0], by_size);
    printf("%.1f\n%.1f\n", took[rings / 2], took[rings - 1 - rings / 100]);
  }
  return 0;
}
