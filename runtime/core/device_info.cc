// Answers of clGetDeviceInfo.
#include "core/device_info.h"

#include "core/command_buffer_api.h"
#include "core/device.h"
#include "core/session.h"
#include "core/work_size.h"

namespace runtime {
namespace {

std::string text_of(const char* text, size_t size) { return std::string(text, strnlen(text, size)); }

std::string driver_version() {
  abi::DriverVersion answer = {};
  check(request(abi::kRequestDriverVersion, &answer) == 0, CL_OUT_OF_RESOURCES);
  return text_of(answer.text, sizeof answer.text);
}

constexpr cl_command_queue_properties kQueueProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

// The 32-bit units round and handle infinities and NaN as IEEE 754 specifies; denormals are flushed.
constexpr cl_device_fp_config kSingle = CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                                        CL_FP_ROUND_TO_INF | CL_FP_FMA | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT;
constexpr cl_device_fp_config kDouble = CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO |
                                        CL_FP_ROUND_TO_INF | CL_FP_FMA | CL_FP_DENORM;

cl_device_topology_amd topology(const abi::DeviceInfo& info) {
  cl_device_topology_amd result = {};
  result.pcie.type = CL_DEVICE_TOPOLOGY_TYPE_PCIE_AMD;
  result.pcie.bus = static_cast<cl_char>(info.pci_bus);
  return result;
}

/** The parts of a device with this many compute units that clCreateSubDevices can make. */
std::vector<cl_device_partition_property> partition_kinds(const _cl_device_id& device) {
  if (device.compute_units < 2) return {0};
  return {CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
}

/** Versions of SPIR-V that programs may have. */
std::string intermediate_languages(const _cl_device_id& device) {
  if (!device.has(abi::DeviceFlag_COMPILER)) return "";
  std::string names;
  for (int minor = 0; minor <= 6; minor++) names += (minor ? " SPIR-V_1." : "SPIR-V_1.") + std::to_string(minor);
  return names;
}

}  // namespace

bool reply_identity(_cl_device_id& device, cl_device_info name, Reply& reply) {
  const abi::DeviceInfo& info = device.info;
  switch (name) {
    case CL_DEVICE_TYPE: return reply.value<cl_device_type>(CL_DEVICE_TYPE_GPU), true;
    case CL_DEVICE_NAME: return reply.text(text_of(info.name, sizeof info.name)), true;
    case CL_DEVICE_VENDOR: return reply.text("Advanced Micro Devices, Inc."), true;
    case CL_DEVICE_VENDOR_ID: return reply.value<cl_uint>(info.vendor_id), true;
    case CL_DEVICE_VERSION: return reply.text(platform_version()), true;
    case CL_DRIVER_VERSION: return reply.text(driver_version()), true;
    case CL_DEVICE_PROFILE: return reply.text("FULL_PROFILE"), true;
    case CL_DEVICE_OPENCL_C_VERSION: return reply.text("OpenCL C 1.2 "), true;
    case CL_DEVICE_EXTENSIONS: return reply.text(device_extensions(device)), true;
    case CL_DEVICE_IL_VERSION: return reply.text(intermediate_languages(device)), true;
    case CL_DEVICE_BUILT_IN_KERNELS: return reply.text(""), true;
    case CL_DEVICE_PLATFORM: return reply.value<cl_platform_id>(platform()), true;
    case CL_DEVICE_AVAILABLE: return reply.value<cl_bool>(CL_TRUE), true;
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE: return reply.value<cl_bool>(device.has(abi::DeviceFlag_COMPILER)), true;
    case CL_DEVICE_ENDIAN_LITTLE: return reply.value<cl_bool>(CL_TRUE), true;
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
    case CL_DEVICE_HOST_UNIFIED_MEMORY: return reply.value<cl_bool>(CL_FALSE), true;
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC: return reply.value<cl_bool>(CL_TRUE), true;
    case CL_DEVICE_EXECUTION_CAPABILITIES:
      return reply.value<cl_device_exec_capabilities>(CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL), true;
    case CL_DEVICE_QUEUE_PROPERTIES: return reply.value(kQueueProperties), true;
    case CL_DEVICE_PARENT_DEVICE: return reply.value<cl_device_id>(device.parent.get()), true;
    case CL_DEVICE_REFERENCE_COUNT:
      return reply.value<cl_uint>(device.parent ? device.api_references.load() : 1), true;
    case CL_DEVICE_PARTITION_PROPERTIES: return reply.list(partition_kinds(device)), true;
    case CL_DEVICE_PARTITION_TYPE:
      return reply.bytes(device.partition.data(), device.partition.size() * sizeof device.partition[0]), true;
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN: return reply.value<cl_device_affinity_domain>(0), true;
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
      return reply.value<cl_uint>(device.compute_units < 2 ? 0 : device.compute_units), true;
    default: return false;
  }
}

bool reply_limits(_cl_device_id& device, cl_device_info name, Reply& reply) {
  const abi::DeviceInfo& info = device.info;
  bool has_fp64 = device.has(abi::DeviceFlag_FP64);
  switch (name) {
    case CL_DEVICE_MAX_COMPUTE_UNITS: return reply.value<cl_uint>(device.compute_units), true;
    case CL_DEVICE_MAX_CLOCK_FREQUENCY: return reply.value<cl_uint>(info.clock_mhz), true;
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS: return reply.value<cl_uint>(3), true;
    case CL_DEVICE_MAX_WORK_ITEM_SIZES: return reply.list(std::vector<size_t>(3, info.max_work_group_size)), true;
    case CL_DEVICE_MAX_WORK_GROUP_SIZE: return reply.value<size_t>(info.max_work_group_size), true;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR: return reply.value<cl_uint>(4), true;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT: return reply.value<cl_uint>(2), true;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT: return reply.value<cl_uint>(1), true;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE: return reply.value<cl_uint>(has_fp64 ? 1 : 0), true;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF: return reply.value<cl_uint>(0), true;
    case CL_DEVICE_ADDRESS_BITS: return reply.value<cl_uint>(64), true;
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE: return reply.value<cl_ulong>(info.max_allocation), true;
    case CL_DEVICE_GLOBAL_MEM_SIZE: return reply.value<cl_ulong>(info.global_memory), true;
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE: return reply.value<cl_device_mem_cache_type>(CL_READ_WRITE_CACHE), true;
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE: return reply.value<cl_ulong>(info.cache_size), true;
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE: return reply.value<cl_uint>(info.cache_line), true;
    case CL_DEVICE_LOCAL_MEM_TYPE: return reply.value<cl_device_local_mem_type>(CL_LOCAL), true;
    case CL_DEVICE_LOCAL_MEM_SIZE: return reply.value<cl_ulong>(info.lds_size), true;
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE: return reply.value<cl_ulong>(info.constant_buffer), true;
    case CL_DEVICE_MAX_CONSTANT_ARGS: return reply.value<cl_uint>(8), true;
    case CL_DEVICE_MAX_PARAMETER_SIZE: return reply.value<size_t>(kMaxParameterSize), true;
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN: return reply.value<cl_uint>(kBaseAlignmentBits), true;
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE: return reply.value<cl_uint>(128), true;
    case CL_DEVICE_SINGLE_FP_CONFIG: return reply.value<cl_device_fp_config>(kSingle), true;
    case CL_DEVICE_DOUBLE_FP_CONFIG: return reply.value<cl_device_fp_config>(has_fp64 ? kDouble : 0), true;
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION: return reply.value<size_t>(kProfilingResolutionNs), true;
    case CL_DEVICE_PRINTF_BUFFER_SIZE: return reply.value<size_t>(info.printf_buffer), true;
    default: return false;
  }
}

bool reply_images(_cl_device_id& device, cl_device_info name, Reply& reply) {
  const abi::DeviceInfo& info = device.info;
  switch (name) {
    case CL_DEVICE_IMAGE_SUPPORT: return reply.value<cl_bool>(device.has(abi::DeviceFlag_IMAGES)), true;
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT: return reply.value<size_t>(info.image_2d_max), true;
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH: return reply.value<size_t>(info.image_3d_max), true;
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE: return reply.value<size_t>(info.image_buffer_max), true;
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE: return reply.value<size_t>(info.image_array_max), true;
    case CL_DEVICE_MAX_READ_IMAGE_ARGS: return reply.value<cl_uint>(info.max_read_images), true;
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS: return reply.value<cl_uint>(info.max_write_images), true;
    case CL_DEVICE_MAX_SAMPLERS: return reply.value<cl_uint>(info.max_samplers), true;
    default: return false;
  }
}

bool reply_versions(_cl_device_id& device, cl_device_info name, Reply& reply) {
  switch (name) {
    case CL_DEVICE_NUMERIC_VERSION: return reply.value<cl_version>(kVersion), true;
    case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR: return reply.value<cl_version>(kVersion), true;
    case CL_DEVICE_EXTENSIONS_WITH_VERSION: return reply.list(versioned_extensions(device)), true;
    case CL_DEVICE_ILS_WITH_VERSION:
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION: return reply.list(std::vector<cl_name_version>()), true;
    default: return false;
  }
}

bool reply_command_buffers(_cl_device_id&, cl_device_info name, Reply& reply) {
  switch (name) {
    case khr::kDeviceCapabilities:
      return reply.value<cl_bitfield>(khr::kCapabilityPrintf | khr::kCapabilitySimultaneousUse), true;
    case khr::kDeviceSupportedQueueProperties: return reply.value(kQueueProperties), true;
    case khr::kDeviceRequiredQueueProperties: return reply.value<cl_command_queue_properties>(0), true;
    case khr::kDeviceMutableDispatchCapabilities: return reply.value<cl_bitfield>(khr::kUpdatableFields), true;
    default: return false;
  }
}

bool reply_amd(_cl_device_id& device, cl_device_info name, Reply& reply) {
  const abi::DeviceInfo& info = device.info;
  switch (name) {
    case CL_DEVICE_PROFILING_TIMER_OFFSET_AMD: return reply.value<cl_ulong>(0), true;
    case CL_DEVICE_PCIE_ID_AMD: return reply.value<cl_uint>(info.pci_device), true;
    case CL_DEVICE_TOPOLOGY_AMD: return reply.value(topology(info)), true;
    case CL_DEVICE_PCI_BUS_INFO_KHR: return reply.value(cl_device_pci_bus_info_khr{0, info.pci_bus, 0, 0}), true;
    case CL_DEVICE_BOARD_NAME_AMD: return reply.text(text_of(info.board, sizeof info.board)), true;
    case CL_DEVICE_GLOBAL_FREE_MEMORY_AMD:  // Kilobytes: all, and the largest block.
      return reply.list(std::vector<size_t>{static_cast<size_t>(info.global_memory / 1024),
                                            static_cast<size_t>(info.max_allocation / 1024)}),
             true;
    case CL_DEVICE_SIMD_PER_COMPUTE_UNIT_AMD: return reply.value<cl_uint>(info.simd_per_compute_unit), true;
    case CL_DEVICE_SIMD_WIDTH_AMD: return reply.value<cl_uint>(16), true;
    case CL_DEVICE_SIMD_INSTRUCTION_WIDTH_AMD: return reply.value<cl_uint>(1), true;
    case CL_DEVICE_WAVEFRONT_WIDTH_AMD: return reply.value<cl_uint>(info.wavefront_size), true;
    case CL_DEVICE_GLOBAL_MEM_CHANNELS_AMD: return reply.value<cl_uint>(info.memory_channels), true;
    case CL_DEVICE_GLOBAL_MEM_CHANNEL_BANKS_AMD: return reply.value<cl_uint>(16), true;
    case CL_DEVICE_GLOBAL_MEM_CHANNEL_BANK_WIDTH_AMD: return reply.value<cl_uint>(256), true;
    case CL_DEVICE_LOCAL_MEM_SIZE_PER_COMPUTE_UNIT_AMD: return reply.value<cl_uint>(info.lds_per_compute_unit), true;
    case CL_DEVICE_LOCAL_MEM_BANKS_AMD: return reply.value<cl_uint>(32), true;
    case CL_DEVICE_THREAD_TRACE_SUPPORTED_AMD: return reply.value<cl_bool>(CL_FALSE), true;
    case CL_DEVICE_GFXIP_MAJOR_AMD: return reply.value<cl_uint>(info.gfx_major), true;
    case CL_DEVICE_GFXIP_MINOR_AMD: return reply.value<cl_uint>(info.gfx_minor), true;
    case CL_DEVICE_AVAILABLE_ASYNC_QUEUES_AMD: return reply.value<cl_uint>(2), true;
    case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_AMD:
      return reply.value<size_t>(info.max_work_group_size < kChosenWorkGroup ? info.max_work_group_size : kChosenWorkGroup), true;
    case CL_DEVICE_MAX_WORK_GROUP_SIZE_AMD: return reply.value<size_t>(info.max_work_group_size), true;
    case CL_DEVICE_PREFERRED_CONSTANT_BUFFER_SIZE_AMD: return reply.value<size_t>(16 * 1024), true;
    default: return false;
  }
}

}  // namespace runtime
