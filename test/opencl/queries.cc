// Every query of OpenCL 1.2 with sizes that fit, are too small, too large or zero, with null pointers and with names
// that do not exist.
#include <functional>

#include "harness.h"

using Query = std::function<cl_int(cl_uint name, size_t size, void* value, size_t* needed)>;

/** A name, and the bytes that its type has; 0 for texts and lists. */
struct Name {
  const char* text;
  cl_uint name;
  size_t size;
};
#define NAME(name, type) {#name, name, sizeof(type)}
#define LIST(name) {#name, name, 0}

static constexpr unsigned char kMark = 0xa5;

static void expect(bool good, const char* name, const char* what) {
  printf("%s %s: %s\n", good ? "ok" : "FAILED", name, what);
  if (!good) failures++;
}

static bool untouched(const std::vector<unsigned char>& bytes, size_t from) {
  for (size_t i = from; i < bytes.size(); i++)
    if (bytes[i] != kMark) return false;
  return true;
}

static void ask(const Query& query, const Name& name) {
  size_t needed = 12345;
  expect(query(name.name, 0, nullptr, &needed) == CL_SUCCESS && needed != 12345, name.text, "its size");
  expect(name.size == 0 || needed == name.size, name.text, "the size of its type");
  expect(query(name.name, 0, nullptr, nullptr) == CL_SUCCESS, name.text, "a query without a result");
  expect(query(name.name, 1, nullptr, nullptr) == CL_SUCCESS, name.text, "a size without a place");
  if (needed == 12345 || needed == 0 || needed > 1 << 20) return;
  std::vector<unsigned char> bytes(needed + 32, kMark);
  size_t again = 0;
  expect(query(name.name, needed, bytes.data(), &again) == CL_SUCCESS && again == needed, name.text, "exactly");
  expect(untouched(bytes, needed), name.text, "no more is written");
  std::vector<unsigned char> more(needed + 32, kMark);
  expect(query(name.name, needed + 16, more.data(), nullptr) == CL_SUCCESS && untouched(more, needed), name.text, "more room");
  for (size_t size : {needed - 1, (size_t)0}) {
    std::vector<unsigned char> less(needed + 32, kMark);
    expect(query(name.name, size, less.data(), nullptr) == CL_INVALID_VALUE, name.text, "too little room");
    expect(untouched(less, 0), name.text, "nothing is written where there is too little room");
  }
}

static void table(const char* call, const Query& query, const std::vector<Name>& names) {
  for (const Name& name : names) ask(query, name);
  for (cl_uint unknown : {0u, 1u, 0x0fffu, 0x7fffffffu, 0xffffffffu}) {
    unsigned char bytes[64];
    size_t needed = 0;
    expect(query(unknown, sizeof bytes, bytes, &needed) == CL_INVALID_VALUE, call, "an unknown name");
    expect(query(unknown, 0, nullptr, nullptr) == CL_INVALID_VALUE, call, "an unknown name, nothing asked");
  }
}

static void objects(const Fixture& f) {
  table("clGetPlatformInfo", [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetPlatformInfo(f.platform, n, s, v, r); },
        {LIST(CL_PLATFORM_PROFILE), LIST(CL_PLATFORM_VERSION), LIST(CL_PLATFORM_NAME), LIST(CL_PLATFORM_VENDOR), LIST(CL_PLATFORM_EXTENSIONS)});
  table("clGetContextInfo", [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetContextInfo(f.context, n, s, v, r); },
        {NAME(CL_CONTEXT_REFERENCE_COUNT, cl_uint), NAME(CL_CONTEXT_NUM_DEVICES, cl_uint), LIST(CL_CONTEXT_DEVICES), LIST(CL_CONTEXT_PROPERTIES)});
  table("clGetCommandQueueInfo", [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetCommandQueueInfo(f.queue, n, s, v, r); },
        {NAME(CL_QUEUE_CONTEXT, cl_context), NAME(CL_QUEUE_DEVICE, cl_device_id), NAME(CL_QUEUE_REFERENCE_COUNT, cl_uint),
         NAME(CL_QUEUE_PROPERTIES, cl_command_queue_properties)});
  cl_mem buffer = f.buffer(4096);
  table("clGetMemObjectInfo", [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetMemObjectInfo(buffer, n, s, v, r); },
        {NAME(CL_MEM_TYPE, cl_mem_object_type), NAME(CL_MEM_FLAGS, cl_mem_flags), NAME(CL_MEM_SIZE, size_t), NAME(CL_MEM_HOST_PTR, void*),
         NAME(CL_MEM_MAP_COUNT, cl_uint), NAME(CL_MEM_REFERENCE_COUNT, cl_uint), NAME(CL_MEM_CONTEXT, cl_context),
         NAME(CL_MEM_ASSOCIATED_MEMOBJECT, cl_mem), NAME(CL_MEM_OFFSET, size_t)});
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc = {};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 8;
  cl_mem image = clCreateImage(f.context, CL_MEM_READ_ONLY, &format, &desc, nullptr, nullptr);
  table("clGetImageInfo", [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetImageInfo(image, n, s, v, r); },
        {NAME(CL_IMAGE_FORMAT, cl_image_format), NAME(CL_IMAGE_ELEMENT_SIZE, size_t), NAME(CL_IMAGE_ROW_PITCH, size_t),
         NAME(CL_IMAGE_SLICE_PITCH, size_t), NAME(CL_IMAGE_WIDTH, size_t), NAME(CL_IMAGE_HEIGHT, size_t), NAME(CL_IMAGE_DEPTH, size_t),
         NAME(CL_IMAGE_ARRAY_SIZE, size_t), NAME(CL_IMAGE_BUFFER, cl_mem), NAME(CL_IMAGE_NUM_MIP_LEVELS, cl_uint),
         NAME(CL_IMAGE_NUM_SAMPLES, cl_uint)});
  cl_sampler sampler = clCreateSampler(f.context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR, nullptr);
  table("clGetSamplerInfo", [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetSamplerInfo(sampler, n, s, v, r); },
        {NAME(CL_SAMPLER_REFERENCE_COUNT, cl_uint), NAME(CL_SAMPLER_CONTEXT, cl_context), NAME(CL_SAMPLER_ADDRESSING_MODE, cl_addressing_mode),
         NAME(CL_SAMPLER_FILTER_MODE, cl_filter_mode), NAME(CL_SAMPLER_NORMALIZED_COORDS, cl_bool)});
  for (cl_mem one : {buffer, image}) clReleaseMemObject(one);
  clReleaseSampler(sampler);
}

static void programs(const Fixture& f) {
  cl_program program = f.program("__kernel void k(__global int* p, float4 v) { p[get_global_id(0)] = (int)v.x; }", "-cl-kernel-arg-info");
  table("clGetProgramInfo", [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetProgramInfo(program, n, s, v, r); },
        {NAME(CL_PROGRAM_REFERENCE_COUNT, cl_uint), NAME(CL_PROGRAM_CONTEXT, cl_context), NAME(CL_PROGRAM_NUM_DEVICES, cl_uint),
         NAME(CL_PROGRAM_DEVICES, cl_device_id), LIST(CL_PROGRAM_SOURCE), NAME(CL_PROGRAM_BINARY_SIZES, size_t),
         NAME(CL_PROGRAM_NUM_KERNELS, size_t), LIST(CL_PROGRAM_KERNEL_NAMES)});
  table("clGetProgramBuildInfo", [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetProgramBuildInfo(program, f.device, n, s, v, r); },
        {NAME(CL_PROGRAM_BUILD_STATUS, cl_build_status), LIST(CL_PROGRAM_BUILD_OPTIONS), LIST(CL_PROGRAM_BUILD_LOG),
         NAME(CL_PROGRAM_BINARY_TYPE, cl_program_binary_type)});
  cl_kernel kernel = clCreateKernel(program, "k", nullptr);
  table("clGetKernelInfo", [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetKernelInfo(kernel, n, s, v, r); },
        {LIST(CL_KERNEL_FUNCTION_NAME), NAME(CL_KERNEL_NUM_ARGS, cl_uint), NAME(CL_KERNEL_REFERENCE_COUNT, cl_uint),
         NAME(CL_KERNEL_CONTEXT, cl_context), NAME(CL_KERNEL_PROGRAM, cl_program), LIST(CL_KERNEL_ATTRIBUTES)});
  for (cl_device_id device : {f.device, (cl_device_id) nullptr})
    table("clGetKernelWorkGroupInfo",
          [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetKernelWorkGroupInfo(kernel, device, n, s, v, r); },
          {NAME(CL_KERNEL_WORK_GROUP_SIZE, size_t), NAME(CL_KERNEL_COMPILE_WORK_GROUP_SIZE, size_t[3]), NAME(CL_KERNEL_LOCAL_MEM_SIZE, cl_ulong),
           NAME(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, size_t), NAME(CL_KERNEL_PRIVATE_MEM_SIZE, cl_ulong)});
  // A query for custom devices and built-in kernels alone.
  size_t sizes[3];
  EXPECT(clGetKernelWorkGroupInfo(kernel, f.device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof sizes, sizes, nullptr) == CL_INVALID_VALUE);
  table("clGetKernelArgInfo", [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetKernelArgInfo(kernel, 1, n, s, v, r); },
        {NAME(CL_KERNEL_ARG_ADDRESS_QUALIFIER, cl_kernel_arg_address_qualifier), NAME(CL_KERNEL_ARG_ACCESS_QUALIFIER, cl_kernel_arg_access_qualifier),
         LIST(CL_KERNEL_ARG_TYPE_NAME), NAME(CL_KERNEL_ARG_TYPE_QUALIFIER, cl_kernel_arg_type_qualifier), LIST(CL_KERNEL_ARG_NAME)});
  EXPECT(clGetKernelArgInfo(kernel, 2, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr) == CL_INVALID_ARG_INDEX);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

static void events(const Fixture& f) {
  cl_command_queue queue = f.add_queue(CL_QUEUE_PROFILING_ENABLE);
  cl_mem buffer = f.buffer(64);
  cl_event event;
  const int value = 1;
  clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, &event);
  table("clGetEventInfo", [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetEventInfo(event, n, s, v, r); },
        {NAME(CL_EVENT_COMMAND_QUEUE, cl_command_queue), NAME(CL_EVENT_CONTEXT, cl_context), NAME(CL_EVENT_COMMAND_TYPE, cl_command_type),
         NAME(CL_EVENT_COMMAND_EXECUTION_STATUS, cl_int), NAME(CL_EVENT_REFERENCE_COUNT, cl_uint)});
  table("clGetEventProfilingInfo", [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetEventProfilingInfo(event, n, s, v, r); },
        {NAME(CL_PROFILING_COMMAND_QUEUED, cl_ulong), NAME(CL_PROFILING_COMMAND_SUBMIT, cl_ulong), NAME(CL_PROFILING_COMMAND_START, cl_ulong),
         NAME(CL_PROFILING_COMMAND_END, cl_ulong)});
  clReleaseEvent(event);
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(queue);
}

static void device(const Fixture& f, cl_device_id device) {
  table("clGetDeviceInfo", [&](cl_uint n, size_t s, void* v, size_t* r) { return clGetDeviceInfo(device, n, s, v, r); },
        {NAME(CL_DEVICE_TYPE, cl_device_type), NAME(CL_DEVICE_VENDOR_ID, cl_uint), NAME(CL_DEVICE_MAX_COMPUTE_UNITS, cl_uint),
         NAME(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, cl_uint), NAME(CL_DEVICE_MAX_WORK_ITEM_SIZES, size_t[3]), NAME(CL_DEVICE_MAX_WORK_GROUP_SIZE, size_t),
         NAME(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, cl_uint), NAME(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, cl_uint),
         NAME(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, cl_uint), NAME(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, cl_uint),
         NAME(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, cl_uint), NAME(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, cl_uint),
         NAME(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, cl_uint), NAME(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, cl_uint),
         NAME(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, cl_uint), NAME(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, cl_uint),
         NAME(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, cl_uint), NAME(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, cl_uint),
         NAME(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, cl_uint), NAME(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, cl_uint),
         NAME(CL_DEVICE_MAX_CLOCK_FREQUENCY, cl_uint), NAME(CL_DEVICE_ADDRESS_BITS, cl_uint), NAME(CL_DEVICE_MAX_MEM_ALLOC_SIZE, cl_ulong),
         NAME(CL_DEVICE_IMAGE_SUPPORT, cl_bool), NAME(CL_DEVICE_MAX_READ_IMAGE_ARGS, cl_uint), NAME(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, cl_uint),
         NAME(CL_DEVICE_IMAGE2D_MAX_WIDTH, size_t), NAME(CL_DEVICE_IMAGE2D_MAX_HEIGHT, size_t), NAME(CL_DEVICE_IMAGE3D_MAX_WIDTH, size_t),
         NAME(CL_DEVICE_IMAGE3D_MAX_HEIGHT, size_t), NAME(CL_DEVICE_IMAGE3D_MAX_DEPTH, size_t), NAME(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, size_t),
         NAME(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, size_t), NAME(CL_DEVICE_MAX_SAMPLERS, cl_uint), NAME(CL_DEVICE_MAX_PARAMETER_SIZE, size_t),
         NAME(CL_DEVICE_MEM_BASE_ADDR_ALIGN, cl_uint), NAME(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, cl_uint),
         NAME(CL_DEVICE_SINGLE_FP_CONFIG, cl_device_fp_config), NAME(CL_DEVICE_DOUBLE_FP_CONFIG, cl_device_fp_config),
         NAME(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, cl_device_mem_cache_type), NAME(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, cl_uint),
         NAME(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, cl_ulong), NAME(CL_DEVICE_GLOBAL_MEM_SIZE, cl_ulong),
         NAME(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, cl_ulong), NAME(CL_DEVICE_MAX_CONSTANT_ARGS, cl_uint),
         NAME(CL_DEVICE_LOCAL_MEM_TYPE, cl_device_local_mem_type), NAME(CL_DEVICE_LOCAL_MEM_SIZE, cl_ulong),
         NAME(CL_DEVICE_ERROR_CORRECTION_SUPPORT, cl_bool), NAME(CL_DEVICE_HOST_UNIFIED_MEMORY, cl_bool),
         NAME(CL_DEVICE_PROFILING_TIMER_RESOLUTION, size_t), NAME(CL_DEVICE_ENDIAN_LITTLE, cl_bool), NAME(CL_DEVICE_AVAILABLE, cl_bool),
         NAME(CL_DEVICE_COMPILER_AVAILABLE, cl_bool), NAME(CL_DEVICE_LINKER_AVAILABLE, cl_bool),
         NAME(CL_DEVICE_EXECUTION_CAPABILITIES, cl_device_exec_capabilities), NAME(CL_DEVICE_QUEUE_PROPERTIES, cl_command_queue_properties),
         LIST(CL_DEVICE_BUILT_IN_KERNELS), NAME(CL_DEVICE_PLATFORM, cl_platform_id), LIST(CL_DEVICE_NAME), LIST(CL_DEVICE_VENDOR),
         LIST(CL_DRIVER_VERSION), LIST(CL_DEVICE_PROFILE), LIST(CL_DEVICE_VERSION), LIST(CL_DEVICE_OPENCL_C_VERSION), LIST(CL_DEVICE_EXTENSIONS),
         NAME(CL_DEVICE_PRINTF_BUFFER_SIZE, size_t), NAME(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, cl_bool), NAME(CL_DEVICE_PARENT_DEVICE, cl_device_id),
         NAME(CL_DEVICE_PARTITION_MAX_SUB_DEVICES, cl_uint), LIST(CL_DEVICE_PARTITION_PROPERTIES),
         NAME(CL_DEVICE_PARTITION_AFFINITY_DOMAIN, cl_device_affinity_domain), LIST(CL_DEVICE_PARTITION_TYPE),
         NAME(CL_DEVICE_REFERENCE_COUNT, cl_uint)});
}

/** Lists with counts instead of sizes. */
static void counts(const Fixture& f) {
  cl_uint count = 0;
  cl_platform_id platform;
  cl_device_id found;
  EXPECT(clGetPlatformIDs(0, nullptr, nullptr) == CL_INVALID_VALUE);
  EXPECT(clGetPlatformIDs(0, &platform, &count) == CL_INVALID_VALUE);
  EXPECT(clGetDeviceIDs(f.platform, CL_DEVICE_TYPE_ALL, 0, &found, &count) == CL_INVALID_VALUE);
  EXPECT(clGetDeviceIDs(f.platform, CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr) == CL_INVALID_VALUE);
  EXPECT(clGetDeviceIDs(f.platform, 0, 1, &found, &count) == CL_INVALID_DEVICE_TYPE);
  EXPECT(clGetDeviceIDs(f.platform, CL_DEVICE_TYPE_CUSTOM, 1, &found, &count) == CL_DEVICE_NOT_FOUND);
  cl_image_format format;
  EXPECT(clGetSupportedImageFormats(f.context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, &format, nullptr) == CL_INVALID_VALUE);
  EXPECT(clGetSupportedImageFormats(f.context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, nullptr) == CL_SUCCESS);
  EXPECT(clGetSupportedImageFormats(f.context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_BUFFER, 1, &format, nullptr) == CL_INVALID_VALUE);
  EXPECT(clGetSupportedImageFormats(f.context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 1, &format, &count) == CL_SUCCESS && count > 1);
}

int main() {
  Fixture f;
  objects(f);
  programs(f);
  events(f);
  device(f, f.device);
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id part = nullptr;
  cl_uint parts = 0;
  clCreateSubDevices(f.device, equally, 0, nullptr, &parts);
  std::vector<cl_device_id> all(parts);
  clCreateSubDevices(f.device, equally, parts, all.data(), nullptr);
  part = all.empty() ? nullptr : all[0];
  if (part) device(f, part);
  for (cl_device_id one : all) clReleaseDevice(one);
  counts(f);
  return finish();
}
