// The program of docs/debugging.md: each work-item adds two neighbours, in the second launch of --fault far away from
// its buffer.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <cstring>
#include <vector>

static const char* source = R"CL(static int get(global const int* p, int i) {
  return p[i];
}
kernel void sums(global const int* in, global int* out, local int* near, int n) {
  int id = get_global_id(0), here = get_local_id(0);
  near[here] = get(in, id + (n < 0 && id == 5) * (1 << 28));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[id] = near[here] + near[here ^ 1];
}
)CL";

int main(int argc, char** argv) {
  cl_platform_id platform; cl_device_id device; cl_int status;
  if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr)) return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr)) return 3;
  cl_kernel kernel = clCreateKernel(program, "sums", &status);
  std::vector<int> numbers(1024), sums(1024);
  for (int i = 0; i < 1024; i++) numbers[i] = i;
  const size_t bytes = 4096, global = 1024, local = 128;
  cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, numbers.data(), &status);
  cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, &status);
  int n = argc > 1 && !std::strcmp(argv[1], "--fault") ? -1 : 1024;
  clSetKernelArg(kernel, 0, sizeof in, &in);
  clSetKernelArg(kernel, 1, sizeof out, &out);
  clSetKernelArg(kernel, 2, local * sizeof(int), nullptr);
  clSetKernelArg(kernel, 3, sizeof n, &n);
  clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr);
  status = clEnqueueReadBuffer(queue, out, CL_TRUE, 0, bytes, sums.data(), 0, nullptr, nullptr);
  std::printf("read %d, sum of neighbours %d\n", status, sums[2]);
}
