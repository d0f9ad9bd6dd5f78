// A program that relies on the order of wavefronts behind a barrier: work-item 0 puts a number into local memory, all
// read it behind the barrier, load by it, and put what they have loaded into the same place of local memory. Prints how
// many results are wrong, and their sum.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <cstdio>
#include <vector>

static const char* source = R"CL(
kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void order(global const uint* in, global uint* out, global uint* count) {
  local union { uint number; uint loaded[256]; } place;
  uint t = get_local_id(0);
  if (t == 0) place.number = atomic_inc(count);
  barrier(CLK_LOCAL_MEM_FENCE);
  uint number = place.number & 7;
  place.loaded[t] = in[number * 256 + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[number * 256 + t] = place.loaded[255 - t];
}
)CL";

int main() {
  const size_t items = 8 * 256, group = 256;
  cl_platform_id platform;
  cl_device_id device;
  clGetPlatformIDs(1, &platform, nullptr);
  clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, nullptr);
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, nullptr);
  std::vector<cl_uint> in(items), out(items);
  for (size_t n = 0; n < items; n++) in[n] = (cl_uint)(n * 2654435761u >> 7);
  cl_uint zero = 0;
  cl_mem from = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 4 * items, in.data(), nullptr);
  cl_mem to = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 4 * items, out.data(), nullptr);
  cl_mem count = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 4, &zero, nullptr);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  if (clBuildProgram(program, 1, &device, "", nullptr, nullptr)) return 2;
  cl_kernel kernel = clCreateKernel(program, "order", nullptr);
  clSetKernelArg(kernel, 0, sizeof from, &from);
  clSetKernelArg(kernel, 1, sizeof to, &to);
  clSetKernelArg(kernel, 2, sizeof count, &count);
  if (clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &group, 0, nullptr, nullptr)) return 3;
  if (clEnqueueReadBuffer(queue, to, CL_TRUE, 0, 4 * items, out.data(), 0, nullptr, nullptr)) return 4;
  size_t wrong = 0;
  unsigned long long sum = 0;
  for (size_t n = 0; n < items; n++) {
    wrong += out[n] != in[n / 256 * 256 + (255 - n % 256)];
    sum += out[n];
  }
  printf("%s %llu\n", wrong ? "wrong" : "right", sum);
  return 0;
}
