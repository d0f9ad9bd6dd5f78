// Finalizes BRIG modules by the HSA runtime and launches their kernel &copy, with memory of the runtime's regions.
// finalize GOOD DAMAGED BASE UNDEFINED: prints the status of what each module leads to.
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

#define ITEMS 256

static hsa_agent_t gpu;
static hsa_region_t kernargs;
static hsa_ext_finalizer_1_00_pfn_t table;

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

static hsa_ext_module_t module_of(const char* path) {
  FILE* file = fopen(path, "rb");
  char* bytes = aligned_alloc(16, 1 << 16);
  if (!file || fread(bytes, 1, 1 << 16, file) == 0) exit(2);
  fclose(file);
  return (hsa_ext_module_t)bytes;
}

static hsa_ext_program_t program_of(void) {
  hsa_ext_program_t program;
  CHECK(table.hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT,
                                     NULL, &program));
  return program;
}

static hsa_status_t finalize(hsa_ext_program_t program, hsa_code_object_t* code) {
  hsa_isa_t isa;
  hsa_ext_control_directives_t directives;
  memset(&directives, 0, sizeof directives);
  CHECK(hsa_agent_get_info(gpu, HSA_AGENT_INFO_ISA, &isa));
  return table.hsa_ext_program_finalize(program, isa, 0, directives, "", HSA_CODE_OBJECT_TYPE_PROGRAM, code);
}

static hsa_status_t on_module(hsa_ext_program_t program, hsa_ext_module_t module, void* data) {
  (void)program;
  *(hsa_ext_module_t*)data = module;
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_symbol(hsa_executable_t executable, hsa_executable_symbol_t symbol, void* data) {
  (void)executable;
  (void)data;
  char name[64] = {0};
  uint32_t length = 0;
  hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME_LENGTH, &length);
  hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_NAME, name);
  printf("symbol %s %u\n", name, length);
  return HSA_STATUS_SUCCESS;
}

static void launch(uint64_t kernel) {
  hsa_queue_t* queue;
  hsa_signal_t done;
  struct { uint32_t *out, *in; }* arguments;
  uint32_t *in, *out;
  CHECK(hsa_memory_allocate(kernargs, sizeof *arguments, (void**)&arguments));
  CHECK(hsa_memory_allocate(kernargs, 4 * ITEMS, (void**)&in));
  CHECK(hsa_memory_allocate(kernargs, 4 * ITEMS, (void**)&out));
  for (uint32_t n = 0; n < ITEMS; n++) in[n] = 3 * n;
  arguments->out = out;
  arguments->in = in;
  CHECK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, NULL, NULL, UINT32_MAX, UINT32_MAX, &queue));
  CHECK(hsa_signal_create(1, 0, NULL, &done));
  uint64_t index = hsa_queue_add_write_index_relaxed(queue, 1);
  hsa_kernel_dispatch_packet_t* packet = (hsa_kernel_dispatch_packet_t*)queue->base_address + index % queue->size;
  memset((char*)packet + 4, 0, sizeof *packet - 4);
  packet->workgroup_size_x = 64;
  packet->workgroup_size_y = packet->workgroup_size_z = 1;
  packet->grid_size_x = ITEMS;
  packet->grid_size_y = packet->grid_size_z = 1;
  packet->kernel_object = kernel;
  packet->kernarg_address = arguments;
  packet->completion_signal = done;
  __atomic_store_n((uint32_t*)packet, 1u << 16 | HSA_PACKET_TYPE_KERNEL_DISPATCH, __ATOMIC_RELEASE);
  hsa_signal_store_screlease(queue->doorbell_signal, (hsa_signal_value_t)index);
  while (hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED) > 0) {}
  printf("copied: %s\n", memcmp(in, out, 4 * ITEMS) == 0 ? "yes" : "no");
  CHECK(hsa_queue_destroy(queue));
  CHECK(hsa_signal_destroy(done));
}

static void run(const char* path) {
  hsa_ext_module_t module = module_of(path), seen = NULL;
  hsa_ext_program_t program = program_of();
  hsa_code_object_t code;
  hsa_code_symbol_t code_symbol;
  hsa_executable_t executable;
  hsa_executable_symbol_t symbol;
  hsa_profile_t profile = HSA_PROFILE_BASE;
  uint64_t kernel;
  printf("empty: 0x%x\n", finalize(program, &code));
  CHECK(table.hsa_ext_program_add_module(program, module));
  printf("again: 0x%x\n", table.hsa_ext_program_add_module(program, module));
  CHECK(table.hsa_ext_program_iterate_modules(program, on_module, &seen));
  CHECK(hsa_ext_program_get_info(program, HSA_EXT_PROGRAM_INFO_PROFILE, &profile));
  printf("module: %s, profile %d\n", seen == module ? "the same" : "another", profile);
  CHECK(finalize(program, &code));
  CHECK(table.hsa_ext_program_destroy(program));
  printf("destroyed: 0x%x\n", table.hsa_ext_program_destroy(program));
  CHECK(hsa_code_object_get_symbol(code, "&copy", &code_symbol));
  printf("no symbol: 0x%x\n", hsa_code_object_get_symbol(code, "&none", &code_symbol));
  CHECK(hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, "", &executable));
  CHECK(hsa_executable_load_code_object(executable, gpu, code, ""));
  CHECK(hsa_executable_freeze(executable, ""));
  CHECK(hsa_executable_iterate_symbols(executable, on_symbol, NULL));
  CHECK(hsa_executable_get_symbol(executable, NULL, "&copy", gpu, 0, &symbol));
  CHECK(hsa_executable_get_symbol_by_name(executable, "&copy", &gpu, &symbol));
  CHECK(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &kernel));
  launch(kernel);
  CHECK(hsa_executable_destroy(executable));
  CHECK(hsa_code_object_destroy(code));
}

static void refused(const char* what, const char* path) {
  hsa_ext_program_t program = program_of();
  hsa_code_object_t code;
  hsa_status_t status = hsa_ext_program_add_module(program, module_of(path));
  printf("%s: 0x%x 0x%x\n", what, status, status ? status : finalize(program, &code));
  CHECK(hsa_ext_program_destroy(program));
}

int main(int argc, char** argv) {
  bool supported = false;
  if (argc != 5) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  // The runtime forgets and finds the finalizer anew.
  for (int round = 0; round < 3; round++) {
    CHECK(hsa_init());
    CHECK(hsa_system_extension_supported(HSA_EXTENSION_FINALIZER, 1, 0, &supported));
    CHECK(hsa_system_get_extension_table(HSA_EXTENSION_FINALIZER, 1, 0, &table));
    CHECK(hsa_iterate_agents(on_agent, NULL));
    CHECK(hsa_agent_iterate_regions(gpu, on_region, NULL));
    run(argv[1]);
    if (round == 0) {
      refused("damaged", argv[2]);
      refused("base", argv[3]);
      refused("undefined", argv[4]);
    }
    CHECK(hsa_shut_down());
  }
  return supported ? 0 : 3;
}
