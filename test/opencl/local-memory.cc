// Local memory on every device: the maximum of a work-group is written and read as a whole, in kernels with arrays
// of their own and with arguments. Prints a line for each device and use: name, bytes, kind, and result.
#include "harness.h"

static const char* const argument_source =
    "__kernel void whole(__global uint* out, __local uint* words, uint count) {\n"
    "  uint item = get_local_id(0), size = get_local_size(0);\n"
    "  for (uint i = item; i < count; i += size) words[i] = i * 2654435761u + (uint)get_group_id(0);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  uint sum = 0;\n"
    "  for (uint i = item; i < count; i += size) sum = sum * 31u + words[count - 1 - i];\n"
    "  out[get_global_id(0)] = sum;\n"
    "}\n";

static const char* const array_source =
    "__kernel void whole(__global uint* out) {\n"
    "  __local uint words[COUNT];\n"
    "  uint item = get_local_id(0), size = get_local_size(0);\n"
    "  for (uint i = item; i < COUNT; i += size) words[i] = i * 2654435761u + (uint)get_group_id(0);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  uint sum = 0;\n"
    "  for (uint i = item; i < COUNT; i += size) sum = sum * 31u + words[COUNT - 1 - i];\n"
    "  out[get_global_id(0)] = sum;\n"
    "}\n";

static const cl_uint kGroup = 64, kItems = 128;

static cl_uint expected(cl_uint id, cl_uint count) {
  cl_uint sum = 0;
  for (cl_uint i = id % kGroup; i < count; i += kGroup) sum = sum * 31u + ((count - 1 - i) * 2654435761u + id / kGroup);
  return sum;
}

struct Device {
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;
  char name[64];
};

static void say(const Device& device, cl_uint bytes, const char* how, const std::string& what) {
  printf("%s %u %s: %s\n", device.name, bytes, how, what.c_str());
}

static std::string launch(const Device& device, cl_kernel kernel, cl_mem out, cl_uint count) {
  size_t global = kItems, local = kGroup;
  cl_int error = clEnqueueNDRangeKernel(device.queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr);
  if (error) return "launch " + std::to_string(error);
  cl_uint values[kItems] = {};
  error = clEnqueueReadBuffer(device.queue, out, CL_TRUE, 0, sizeof values, values, 0, nullptr, nullptr);
  if (error) return "read " + std::to_string(error);
  for (cl_uint i = 0; i < kItems; i++)
    if (values[i] != expected(i, count)) return "wrong at " + std::to_string(i);
  return "right";
}

static void use(const Device& device, cl_uint bytes, bool as_argument) {
  const char* how = as_argument ? "argument" : "array";
  cl_uint count = bytes / sizeof(cl_uint);
  const char* source = as_argument ? argument_source : array_source;
  cl_program program = clCreateProgramWithSource(device.context, 1, &source, nullptr, nullptr);
  std::string options = "-DCOUNT=" + std::to_string(count);
  if (clBuildProgram(program, 1, &device.id, options.c_str(), nullptr, nullptr)) {
    char log[4096] = "";
    clGetProgramBuildInfo(program, device.id, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
    return say(device, bytes, how, std::string("build ") + std::string(log, strcspn(log, "\n")));
  }
  cl_kernel kernel = clCreateKernel(program, "whole", nullptr);
  cl_mem out = clCreateBuffer(device.context, CL_MEM_READ_WRITE, kItems * sizeof(cl_uint), nullptr, nullptr);
  clSetKernelArg(kernel, 0, sizeof out, &out);
  if (as_argument) {
    clSetKernelArg(kernel, 1, bytes, nullptr);
    clSetKernelArg(kernel, 2, sizeof count, &count);
  }
  say(device, bytes, how, launch(device, kernel, out, count));
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

int main() {
  cl_platform_id platform;
  cl_device_id ids[8];
  cl_uint count = 0;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 8, ids, &count);
  for (cl_uint n = 0; n < count; n++) {
    Device device = {ids[n], clCreateContext(nullptr, 1, &ids[n], nullptr, nullptr, nullptr), nullptr, ""};
    device.queue = clCreateCommandQueue(device.context, device.id, 0, nullptr);
    clGetDeviceInfo(device.id, CL_DEVICE_NAME, sizeof device.name, device.name, nullptr);
    cl_ulong bytes = 0;
    clGetDeviceInfo(device.id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof bytes, &bytes, nullptr);
    for (bool as_argument : {false, true})
      for (cl_uint size : {40960u, (cl_uint)bytes, 65536u}) use(device, size, as_argument);
  }
  return 0;
}
