// Finalizes the BRIG module of a file, executes its kernel &reverse over 128 numbers, and checks the result:
// hsail-program FILE
#include <hsa/hsa.h>
#include <hsa/hsa_ext_finalize.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static void check(hsa_status_t status, const char* what) {
  if (status == HSA_STATUS_SUCCESS) return;
  std::printf("%s: 0x%x\n", what, status);
  std::exit(1);
}
#define CHECK(call) check(call, #call)

static constexpr uint32_t kItems = 128;
static hsa_agent_t gpu;
static hsa_region_t kernargs;

static hsa_status_t on_agent(hsa_agent_t agent, void*) {
  hsa_device_type_t type;
  hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type);
  if (type == HSA_DEVICE_TYPE_GPU) gpu = agent;
  return HSA_STATUS_SUCCESS;
}

static hsa_status_t on_region(hsa_region_t region, void*) {
  hsa_region_segment_t segment;
  uint32_t flags = 0;
  hsa_region_get_info(region, HSA_REGION_INFO_SEGMENT, &segment);
  if (segment == HSA_REGION_SEGMENT_GLOBAL) hsa_region_get_info(region, HSA_REGION_INFO_GLOBAL_FLAGS, &flags);
  if (flags & HSA_REGION_GLOBAL_FLAG_KERNARG) kernargs = region;
  return HSA_STATUS_SUCCESS;
}

static void* allocate(size_t bytes) {
  void* memory;
  CHECK(hsa_memory_allocate(kernargs, bytes, &memory));
  return memory;
}

/** The module of a file, as the runtime takes it: at a multiple of 16. */
static hsa_ext_module_t read_module(const char* path) {
  constexpr size_t kMax = 1 << 20;
  void* bytes = std::aligned_alloc(16, kMax);
  std::FILE* file = std::fopen(path, "rb");
  if (!file || std::fread(bytes, 1, kMax, file) == 0) {
    std::printf("cannot read %s\n", path);
    std::exit(2);
  }
  std::fclose(file);
  return static_cast<hsa_ext_module_t>(bytes);
}

static hsa_executable_symbol_t finalize(const char* path, const char* name) {
  hsa_ext_program_t program;
  hsa_isa_t isa;
  hsa_ext_control_directives_t directives = {};
  hsa_code_object_t code;
  hsa_executable_t executable;
  hsa_executable_symbol_t symbol;
  CHECK(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT,
                               nullptr, &program));
  CHECK(hsa_ext_program_add_module(program, read_module(path)));
  CHECK(hsa_agent_get_info(gpu, HSA_AGENT_INFO_ISA, &isa));
  CHECK(hsa_ext_program_finalize(program, isa, 0, directives, "", HSA_CODE_OBJECT_TYPE_PROGRAM, &code));
  CHECK(hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, "", &executable));
  CHECK(hsa_executable_load_code_object(executable, gpu, code, ""));
  CHECK(hsa_executable_freeze(executable, ""));
  CHECK(hsa_executable_get_symbol(executable, nullptr, name, gpu, 0, &symbol));
  return symbol;
}

/** Executes a kernel of two pointers in one work-group. */
static void launch(hsa_executable_symbol_t symbol, uint32_t* out, const uint32_t* in) {
  uint64_t kernel;
  uint32_t group_bytes, private_bytes;
  CHECK(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &kernel));
  CHECK(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_GROUP_SEGMENT_SIZE, &group_bytes));
  CHECK(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE, &private_bytes));
  const void** arguments = static_cast<const void**>(allocate(2 * sizeof(void*)));
  arguments[0] = out;
  arguments[1] = in;
  hsa_queue_t* queue;
  hsa_signal_t done;
  CHECK(hsa_queue_create(gpu, 64, HSA_QUEUE_TYPE_SINGLE, nullptr, nullptr, UINT32_MAX, UINT32_MAX, &queue));
  CHECK(hsa_signal_create(1, 0, nullptr, &done));
  const uint64_t index = hsa_queue_add_write_index_relaxed(queue, 1);
  auto* packet = static_cast<hsa_kernel_dispatch_packet_t*>(queue->base_address) + index % queue->size;
  std::memset(reinterpret_cast<char*>(packet) + 4, 0, sizeof *packet - 4);
  packet->workgroup_size_x = packet->grid_size_x = kItems;
  packet->workgroup_size_y = packet->workgroup_size_z = packet->grid_size_y = packet->grid_size_z = 1;
  packet->group_segment_size = group_bytes;
  packet->private_segment_size = private_bytes;
  packet->kernel_object = kernel;
  packet->kernarg_address = arguments;
  packet->completion_signal = done;
  constexpr uint32_t kSetup = 1u << 16;
  __atomic_store_n(reinterpret_cast<uint32_t*>(packet), kSetup | HSA_PACKET_TYPE_KERNEL_DISPATCH, __ATOMIC_RELEASE);
  hsa_signal_store_screlease(queue->doorbell_signal, static_cast<hsa_signal_value_t>(index));
  while (hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED) > 0) {
  }
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  CHECK(hsa_init());
  CHECK(hsa_iterate_agents(on_agent, nullptr));
  CHECK(hsa_agent_iterate_regions(gpu, on_region, nullptr));
  auto* in = static_cast<uint32_t*>(allocate(kItems * sizeof(uint32_t)));
  auto* out = static_cast<uint32_t*>(allocate(kItems * sizeof(uint32_t)));
  for (uint32_t n = 0; n < kItems; n++) in[n] = n;
  launch(finalize(argv[1], "&reverse"), out, in);
  for (uint32_t n = 0; n < kItems; n++)
    if (out[n] != kItems - 1 - n) {
      std::printf("wrong: element %u is %u, should be %u\n", n, out[n], kItems - 1 - n);
      return 1;
    }
  std::puts("right");
  return 0;
}
