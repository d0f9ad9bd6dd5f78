// The GPU of HSA's runtime, with the kernels of one BRIG module: launches, and the time that each has taken.
#pragma once
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_finalize.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

inline void check(hsa_status_t status, const char* call) {
  if (status == HSA_STATUS_SUCCESS) return;
  std::fprintf(stderr, "%s: 0x%x\n", call, status);
  std::exit(1);
}
#define CHECK(call) check(call, #call)

/** A kernel's arguments in their segment: each has its natural alignment. */
class Arguments {
 public:
  template <class... Values>
  explicit Arguments(Values... values) {
    (add(values), ...);
  }
  const std::vector<char>& bytes() const { return bytes_; }

 private:
  template <class Value>
  void add(Value value) {
    bytes_.resize((bytes_.size() + sizeof value - 1) / sizeof value * sizeof value + sizeof value);
    std::memcpy(bytes_.data() + bytes_.size() - sizeof value, &value, sizeof value);
  }
  std::vector<char> bytes_;
};

class Device {
 public:
  explicit Device(const char* module) {
    CHECK(hsa_init());
    CHECK(hsa_iterate_agents(on_agent, this));
    CHECK(hsa_agent_iterate_regions(gpu_, on_region, this));
    load(module);
    CHECK(hsa_queue_create(gpu_, 64, HSA_QUEUE_TYPE_SINGLE, nullptr, nullptr, UINT32_MAX, UINT32_MAX, &queue_));
    CHECK(hsa_signal_create(1, 0, nullptr, &done_));
    CHECK(hsa_amd_profiling_set_profiler_enabled(queue_, 1));
    CHECK(hsa_memory_allocate(kernargs_, 256, &segment_));
    CHECK(hsa_system_get_info(HSA_SYSTEM_INFO_TIMESTAMP_FREQUENCY, &frequency_));
  }

  ~Device() {
    hsa_queue_destroy(queue_);
    hsa_signal_destroy(done_);
    hsa_shut_down();
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  /** Executes a kernel in work-groups of 256. @returns its milliseconds */
  double launch(const char* name, uint32_t items, const Arguments& arguments) {
    std::memcpy(segment_, arguments.bytes().data(), arguments.bytes().size());
    hsa_signal_store_relaxed(done_, 1);
    uint64_t index = hsa_queue_add_write_index_relaxed(queue_, 1);
    auto* packet = static_cast<hsa_kernel_dispatch_packet_t*>(queue_->base_address) + index % queue_->size;
    std::memset(reinterpret_cast<char*>(packet) + 4, 0, sizeof *packet - 4);
    packet->workgroup_size_x = 256;
    packet->workgroup_size_y = packet->workgroup_size_z = 1;
    packet->grid_size_x = items;
    packet->grid_size_y = packet->grid_size_z = 1;
    packet->group_segment_size = GROUP_BYTES;
    packet->kernel_object = object(name);
    packet->kernarg_address = segment_;
    packet->completion_signal = done_;
    const uint32_t fences = HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
                            HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE;
    __atomic_store_n(reinterpret_cast<uint32_t*>(packet), 1u << 16 | fences | HSA_PACKET_TYPE_KERNEL_DISPATCH,
                     __ATOMIC_RELEASE);
    hsa_signal_store_screlease(queue_->doorbell_signal, static_cast<hsa_signal_value_t>(index));
    while (hsa_signal_wait_scacquire(done_, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX, HSA_WAIT_STATE_BLOCKED) > 0) {}
    hsa_amd_profiling_dispatch_time_t time;
    CHECK(hsa_amd_profiling_get_dispatch_time(gpu_, done_, &time));
    return 1e3 * static_cast<double>(time.end - time.start) / static_cast<double>(frequency_);
  }

 private:
  /** Of the kernels with group memory; harmless for the others. */
  static constexpr uint32_t GROUP_BYTES = 1024;

  static hsa_status_t on_agent(hsa_agent_t agent, void* device) {
    hsa_device_type_t type;
    CHECK(hsa_agent_get_info(agent, HSA_AGENT_INFO_DEVICE, &type));
    if (type == HSA_DEVICE_TYPE_GPU) static_cast<Device*>(device)->gpu_ = agent;
    return HSA_STATUS_SUCCESS;
  }

  static hsa_status_t on_region(hsa_region_t region, void* device) {
    hsa_region_segment_t segment;
    uint32_t flags = 0;
    CHECK(hsa_region_get_info(region, HSA_REGION_INFO_SEGMENT, &segment));
    if (segment != HSA_REGION_SEGMENT_GLOBAL) return HSA_STATUS_SUCCESS;
    CHECK(hsa_region_get_info(region, HSA_REGION_INFO_GLOBAL_FLAGS, &flags));
    if (flags & HSA_REGION_GLOBAL_FLAG_KERNARG) static_cast<Device*>(device)->kernargs_ = region;
    return HSA_STATUS_SUCCESS;
  }

  void load(const char* path) {
    std::ifstream file(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    void* module = std::aligned_alloc(16, (text.size() + 15) / 16 * 16);
    std::memcpy(module, text.data(), text.size());
    hsa_ext_program_t program;
    hsa_isa_t isa;
    hsa_code_object_t code;
    hsa_ext_control_directives_t directives = {};
    CHECK(hsa_agent_get_info(gpu_, HSA_AGENT_INFO_ISA, &isa));
    CHECK(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT,
                                 nullptr, &program));
    CHECK(hsa_ext_program_add_module(program, static_cast<hsa_ext_module_t>(module)));
    CHECK(hsa_ext_program_finalize(program, isa, 0, directives, "", HSA_CODE_OBJECT_TYPE_PROGRAM, &code));
    CHECK(hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, "", &executable_));
    CHECK(hsa_executable_load_code_object(executable_, gpu_, code, ""));
    CHECK(hsa_executable_freeze(executable_, ""));
  }

  uint64_t object(const char* name) const {
    hsa_executable_symbol_t symbol;
    uint64_t kernel;
    CHECK(hsa_executable_get_symbol(executable_, nullptr, name, gpu_, 0, &symbol));
    CHECK(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT, &kernel));
    return kernel;
  }

  hsa_agent_t gpu_{};
  hsa_region_t kernargs_{};
  hsa_executable_t executable_{};
  hsa_queue_t* queue_ = nullptr;
  hsa_signal_t done_{};
  void* segment_ = nullptr;
  uint64_t frequency_ = 0;
};
