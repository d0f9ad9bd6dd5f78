// Duration of launches in a program: `probe launches N BYTES`, nanoseconds of each of N launches that change one
// word of a buffer; `probe unchanged N BYTES`, of each of N launches that read a word of an unchanged buffer;
// `probe work N BYTES`, of all of N launches of some ten milliseconds that change all of the buffer.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

const char* kSource = R"CL(
__kernel void launches(__global int* out, int n) { out[0] += n; }
__kernel void unchanged(__global const int* in, int n, __global int* out) { out[0] = in[n]; }
__kernel void work(__global int* out, int n) {
  size_t i = get_global_id(0);
  int sum = out[i];
  for (int k = 0; k < n; k++) sum = sum * 1664525 + (int)i;
  out[i] = sum;
}
)CL";

void need(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: %d\n", what, status);
  std::exit(3);
}

long long now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const char* name = argv[1];
  const int count = std::atoi(argv[2]);
  const size_t bytes = std::strtoull(argv[3], nullptr, 10);
  cl_platform_id platform;
  cl_device_id device;
  cl_int status;
  need(clGetPlatformIDs(1, &platform, nullptr), "platform");
  need(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "device");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  need(status, "context");
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  need(status, "queue");
  cl_program program = clCreateProgramWithSource(context, 1, &kSource, nullptr, &status);
  need(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "build");
  cl_kernel kernel = clCreateKernel(program, name, &status);
  need(status, name);
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &status);
  need(status, "buffer");
  cl_mem small = clCreateBuffer(context, CL_MEM_READ_WRITE, 4096, nullptr, &status);
  need(status, "buffer");
  const cl_int zero = 0;
  need(clEnqueueFillBuffer(queue, buffer, &zero, 4, 0, bytes, 0, nullptr, nullptr), "fill");
  need(clEnqueueFillBuffer(queue, small, &zero, 4, 0, 4096, 0, nullptr, nullptr), "fill");
  need(clFinish(queue), "finish");
  const bool works = std::strcmp(name, "work") == 0;
  cl_int n = works ? 20 : 1;
  need(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "argument");
  need(clSetKernelArg(kernel, 1, sizeof n, &n), "argument");
  if (std::strcmp(name, "unchanged") == 0) need(clSetKernelArg(kernel, 2, sizeof small, &small), "argument");
  const size_t global = works ? bytes / 4 : 64, local = 64;
  std::vector<long long> times;
  // The first ones build, and bring memory into being.
  for (int launch = -3; launch < count; launch++) {
    const long long begin = now();
    need(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr), "launch");
    need(clFinish(queue), "finish");
    if (launch >= 0) times.push_back(now() - begin);
  }
  for (long long time : times) std::printf("%lld\n", time);
}
