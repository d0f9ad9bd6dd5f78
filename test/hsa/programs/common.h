// Shared by the programs of this folder: the GPU, its kernarg region, modules of files, and launches.
#pragma once
#include <hsa/hsa.h>
#include <hsa/hsa_ext_finalize.h>
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

static hsa_agent_t gpu;
static hsa_region_t kernargs;

static hsa_status_t on_agent(hsa_agent_t agent, void* data) {
  (void)data;
  hsa_device_type_t type;
  hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
  if (type == HSA_DEVICE_TYPE_GPU) gpu = agent;
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_region(hsa_region_t region, void* data) {
  (void)data;
  hsa_region_segment_t segment;
  hsa_region_global_flag_t flags = 0;
  hsa_region_get_info(region, HSA_REGION_INFO_SEGMENT, &segment);
  if (segment == HSA_REGION_SEGMENT_GLOBAL) hsa_region_get_info(region, HSA_REGION_INFO_GLOBAL_FLAGS, &flags);
  if (flags & HSA_REGION_GLOBAL_FLAG_KERNARG) kernargs = region;
  return HSA_STATUS_SUCCESS;
}

static inline void start_runtime(void) {
  CHECK(hsa_init());
  CHECK(hsa_iterate_agents(on_agent, NULL));
  CHECK(hsa_agent_iterate_regions(gpu, on_region, NULL));
}

static inline hsa_ext_module_t module_of(const char* path) {
  FILE* file = fopen(path, "rb");
  char* bytes = aligned_alloc(16, 1 << 16);
  if (!file || fread(bytes, 1, 1 << 16, file) == 0) exit(2);
  fclose(file);
  return (hsa_ext_module_t)bytes;
}

static inline hsa_code_object_t finalized_with(hsa_ext_control_directives_t directives, hsa_ext_program_t program,
                                               hsa_status_t* status) {
  hsa_isa_t isa;
  hsa_code_object_t code = {0};
  CHECK(hsa_agent_get_info(gpu, HSA_AGENT_INFO_ISA, &isa));
  *status = hsa_ext_program_finalize(program, isa, 0, directives, "", HSA_CODE_OBJECT_TYPE_PROGRAM, &code);
  return code;
}

static inline hsa_code_object_t finalized(hsa_ext_program_t program, hsa_status_t* status) {
  hsa_ext_control_directives_t directives;
  memset(&directives, 0, sizeof directives);
  return finalized_with(directives, program, status);
}

static inline hsa_executable_t loaded(hsa_code_object_t code) {
  hsa_executable_t executable;
  CHECK(hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, "", &executable));
  CHECK(hsa_executable_load_code_object(executable, gpu, code, ""));
  CHECK(hsa_executable_freeze(executable, ""));
  return executable;
}

static inline hsa_executable_symbol_t symbol_of(hsa_executable_t executable, const char* name) {
  hsa_executable_symbol_t symbol;
  CHECK(hsa_executable_get_symbol(executable, NULL, name, gpu, 0, &symbol));
  return symbol;
}

static inline uint64_t kernel_of(hsa_executable_t executable, const char* name) {
  uint64_t kernel;
  CHECK(hsa_executable_symbol_get_info(symbol_of(executable, name), HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &kernel));
  return kernel;
}

/** Bytes of memory of a work-group and of a work-item. */
struct segments {
  uint32_t group, private_;
};

/** Starts a kernel of two pointers, in groups of 64. */
static inline void dispatch_in(hsa_queue_t* queue, hsa_signal_t done, uint64_t kernel, struct segments segments,
                               void* const* pointers, uint32_t items) {
  void** arguments;
  CHECK(hsa_memory_allocate(kernargs, 2 * sizeof(void*), (void**)&arguments));
  memcpy(arguments, pointers, 2 * sizeof(void*));
  hsa_signal_store_relaxed(done, 1);
  uint64_t index = hsa_queue_add_write_index_relaxed(queue, 1);
  while (index - hsa_queue_load_read_index_scacquire(queue) >= queue->size) {}
  hsa_kernel_dispatch_packet_t* packet = (hsa_kernel_dispatch_packet_t*)queue->base_address + index % queue->size;
  memset((char*)packet + 4, 0, sizeof *packet - 4);
  packet->workgroup_size_x = 64;
  packet->workgroup_size_y = packet->workgroup_size_z = 1;
  packet->grid_size_x = items;
  packet->grid_size_y = packet->grid_size_z = 1;
  packet->group_segment_size = segments.group;
  packet->private_segment_size = segments.private_;
  packet->kernel_object = kernel;
  packet->kernarg_address = arguments;
  packet->completion_signal = done;
  __atomic_store_n((uint32_t*)packet, 1u << 16 | HSA_PACKET_TYPE_KERNEL_DISPATCH, __ATOMIC_RELEASE);
  hsa_signal_store_screlease(queue->doorbell_signal, (hsa_signal_value_t)index);
}

/** The same with 1 KiB of group memory. */
static inline void dispatch(hsa_queue_t* queue, hsa_signal_t done, uint64_t kernel, void* const* pointers, uint32_t items) {
  dispatch_in(queue, done, kernel, (struct segments){1024, 0}, pointers, items);
}

/** The same with the segments that the kernel's symbol names. */
static inline void dispatch_symbol(hsa_queue_t* queue, hsa_signal_t done, hsa_executable_symbol_t symbol,
                                   void* const* pointers, uint32_t items) {
  uint64_t kernel;
  struct segments segments;
  CHECK(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &kernel));
  CHECK(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &segments.group));
  CHECK(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE,
                                       &segments.private_));
  dispatch_in(queue, done, kernel, segments, pointers, items);
}

static inline void wait_for(hsa_signal_t done) {
  while (hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED) > 0) {}
}
