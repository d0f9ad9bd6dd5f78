// A program some of whose OpenCL calls fail: in its first thread, in a named one, and in a child process; then it
// launches a kernel.

import { compile } from '../../atoll.js';

const SOURCE = `
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cstdio>
#include <thread>
static const char* good = "kernel void k(global int* p) { p[get_global_id(0)] = 42; }";
static const char* bad = "kernel void k(global int* p) { p[0] = missing; }";
static cl_context context; static cl_device_id device; static cl_program program;
static int begin() {
  cl_platform_id platform; cl_int status;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  return status;
}
extern "C" __attribute__((noinline)) int empty_buffer() {
  cl_int status; clCreateBuffer(context, CL_MEM_READ_WRITE, 0, nullptr, &status); return status;
}
int main() {
  if (begin()) return 2;
  cl_int status;
  std::printf("buffer %d\\n", empty_buffer());
  program = clCreateProgramWithSource(context, 1, &good, nullptr, &status);
  clBuildProgram(program, 1, &device, "", nullptr, nullptr);
  std::thread([] {
    pthread_setname_np(pthread_self(), "worker");
    cl_int status; clCreateKernel(program, "other", &status); std::printf("kernel %d\\n", status);
  }).join();
  cl_program other = clCreateProgramWithSource(context, 1, &bad, nullptr, &status);
  std::printf("build %d\\n", clBuildProgram(other, 1, &device, "", nullptr, nullptr));
  std::fflush(stdout);
  if (pid_t child = fork()) waitpid(child, nullptr, 0);
  else { begin(); std::printf("child %d\\n", empty_buffer()); std::fflush(stdout); _exit(0); }
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  cl_kernel kernel = clCreateKernel(program, "k", &status);
  cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, nullptr, &status);
  size_t global = 64; int value = 0;
  std::printf("launch %d\\n", clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr));
  clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, nullptr, 0, nullptr, nullptr);
  status = clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4, 4, &value, 0, nullptr, nullptr);
  std::printf("read %d value %d\\n", status, value);
}
`;

/** Output of the program, observed or not. */
export const FAILING_OUTPUT = 'buffer -61\nkernel -46\nbuild -11\nchild -61\nlaunch -52\nread 0 value 42';

export const failingProgram = (t: Parameters<typeof compile>[0]): string =>
  compile(t, SOURCE, ['-lOpenCL', '-pthread']);
