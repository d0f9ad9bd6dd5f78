// A program for recordings: kernel `first` branches on uninitialised memory, `second` reads beside the data that it
// writes, without a barrier, and prints; with an argument it stores far outside of its buffer.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>

static const char* source = R"CL(kernel void first(global int *p, global int *q) {
  int i = get_global_id(0);
  if (q[i] > 3) p[i] = 7;
}
kernel void second(global int *p, global const int *q, int wild) {
  local int tile[128];
  int i = get_local_id(0);
  tile[i] = i * 3;
  p[get_global_id(0)] = tile[127 - i] + q[i];
  if (wild && i == 5) p[1 << 30] = 3;
  if (i < 2) printf("item %d\n", i);
}
)CL";

int main(int argc, char**) {
  cl_platform_id platform; cl_device_id device; cl_int status;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr)) return 3;
  cl_kernel first = clCreateKernel(program, "first", &status), second = clCreateKernel(program, "second", &status);
  int data[128] = {5, 6, 7};
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof data, nullptr, &status);
  cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof data, data, &status);
  cl_mem nothing = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof data, nullptr, &status);
  const size_t size = 128;
  const cl_int wild = argc > 1;
  clSetKernelArg(first, 0, sizeof out, &out);
  clSetKernelArg(first, 1, sizeof nothing, &nothing);
  clSetKernelArg(second, 0, sizeof out, &out);
  clSetKernelArg(second, 1, sizeof in, &in);
  clSetKernelArg(second, 2, sizeof wild, &wild);
  clEnqueueNDRangeKernel(queue, first, 1, nullptr, &size, &size, 0, nullptr, nullptr);
  clEnqueueNDRangeKernel(queue, second, 1, nullptr, &size, &size, 0, nullptr, nullptr);
  std::printf("finished %d\n", clFinish(queue));
  return 0;
}
