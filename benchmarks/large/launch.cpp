// Builds the kernel `k(global uint*, uint)` of a file, launches it some times and prints a checksum of its data.
// Arguments: file, value of the second argument, launches, work-items.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

static void check(cl_int status, const char* call) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: %d\n", call, status);
  std::exit(1);
}

int main(int, char** argv) {
  std::ifstream file(argv[1]);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const cl_uint n = static_cast<cl_uint>(std::atoi(argv[2]));
  const int launches = std::atoi(argv[3]);
  const size_t items = static_cast<size_t>(std::atoll(argv[4])), local = 64;
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  check(status, "clCreateCommandQueue");
  const char* source = text.c_str();
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  check(status, "clCreateProgramWithSource");
  check(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  cl_kernel kernel = clCreateKernel(program, "k", &status);
  check(status, "clCreateKernel");
  std::vector<cl_uint> data(items);
  for (size_t i = 0; i < items; i++) data[i] = static_cast<cl_uint>(i * 2654435761u);
  cl_mem buffer =
      clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, items * sizeof(cl_uint), data.data(), &status);
  check(status, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof n, &n), "clSetKernelArg");
  for (int launch = 0; launch < launches; launch++) {
    check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &local, 0, nullptr, nullptr), "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
  }
  check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, items * sizeof(cl_uint), data.data(), 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  uint64_t sum = 1469598103934665603u;
  for (cl_uint word : data) sum = (sum ^ word) * 1099511628211u;
  std::printf("%016llx\n", static_cast<unsigned long long>(sum));
  return 0;
}
