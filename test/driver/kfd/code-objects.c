// Launches the kernel `k` of each code object that is named, by the HSA runtime without HIP: three by two work-groups
// of 64, the arguments at the end of the memory that there is. Prints the output of all work-items, or the status
// that the queue has failed with.

#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <fcntl.h>
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

#define ITEMS (64 * 3 * 2)
#define PAGE 4096

static hsa_agent_t cpu, gpu;
static hsa_amd_memory_pool_t pool;
static _Atomic int failure;

static hsa_status_t on_agent(hsa_agent_t agent, void* data) {
  (void)data;
  hsa_device_type_t type;
  hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
  if (type == HSA_DEVICE_TYPE_CPU) cpu = agent;
  else gpu = agent;
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_pool(hsa_amd_memory_pool_t each, void* data) {
  (void)data;
  if (!pool.handle) pool = each;
  return HSA_STATUS_SUCCESS;
}

static void on_error(hsa_status_t status, hsa_queue_t* queue, void* data) {
  (void)queue;
  (void)data;
  atomic_store(&failure, (int)status);
}

/** Named with and without the suffix of later versions. */
static hsa_executable_symbol_t symbol_of(hsa_executable_t executable) {
  hsa_executable_symbol_t symbol;
  if (hsa_executable_get_symbol_by_name(executable, "k.kd", &gpu, &symbol) != HSA_STATUS_SUCCESS)
    CHECK(hsa_executable_get_symbol_by_name(executable, "k", &gpu, &symbol));
  return symbol;
}

static uint64_t load(const char* path) {
  hsa_code_object_reader_t reader;
  hsa_executable_t executable;
  uint64_t kernel;
  CHECK(hsa_code_object_reader_create_from_file(open(path, O_RDONLY), &reader));
  CHECK(hsa_executable_create_alt(HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &executable));
  CHECK(hsa_executable_load_agent_code_object(executable, gpu, reader, NULL, NULL));
  CHECK(hsa_executable_freeze(executable, NULL));
  CHECK(hsa_executable_symbol_get_info(symbol_of(executable), HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &kernel));
  return kernel;
}

static void launch(const char* path, uint32_t* out, void** arguments) {
  hsa_queue_t* queue;
  hsa_signal_t done;
  CHECK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, on_error, NULL, UINT32_MAX, UINT32_MAX, &queue));
  CHECK(hsa_signal_create(1, 0, NULL, &done));
  atomic_store(&failure, 0);
  memset(out, 0xff, 4 * ITEMS);
  uint64_t index = hsa_queue_add_write_index_relaxed(queue, 1);
  hsa_kernel_dispatch_packet_t* packet = (hsa_kernel_dispatch_packet_t*)queue->base_address + index % queue->size;
  memset((char*)packet + 4, 0, sizeof *packet - 4);
  packet->workgroup_size_x = 64;
  packet->workgroup_size_y = packet->workgroup_size_z = 1;
  packet->grid_size_x = 64 * 3;
  packet->grid_size_y = 2;
  packet->grid_size_z = 1;
  packet->kernel_object = load(path);
  packet->kernarg_address = arguments;
  packet->completion_signal = done;
  __atomic_store_n((uint32_t*)packet, 2u << 16 | HSA_PACKET_TYPE_KERNEL_DISPATCH, __ATOMIC_RELEASE);
  hsa_signal_store_screlease(queue->doorbell_signal, (hsa_signal_value_t)index);
  while (hsa_signal_load_scacquire(done) > 0 && atomic_load(&failure) == 0) {}
  if (atomic_load(&failure)) {
    printf("failed: 0x%x\n", atomic_load(&failure));
  } else {
    int alike = 1;
    for (int n = 1; n < ITEMS; n++) alike &= out[n] == out[0];
    printf("%s: %d\n", alike ? "all" : "not all", (int)out[0]);
  }
  CHECK(hsa_queue_destroy(queue));
}

int main(int argc, char** argv) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  CHECK(hsa_init());
  CHECK(hsa_iterate_agents(on_agent, NULL));
  CHECK(hsa_amd_agent_iterate_memory_pools(cpu, on_pool, NULL));
  char* memory;
  CHECK(hsa_amd_memory_pool_allocate(pool, PAGE, 0, (void**)&memory));
  CHECK(hsa_amd_agents_allow_access(1, &gpu, NULL, memory));
  void** arguments = (void**)(memory + PAGE - 16);
  arguments[0] = memory;
  for (int n = 1; n < argc; n++) launch(argv[n], (uint32_t*)memory, arguments);
  return 0;
}
