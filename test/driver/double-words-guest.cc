// On each device: one work-group writes words of several dwords with equal parts while another one counts those that it
// reads with different ones. Arguments: how many writes, and the names of kernels. Prints a line for each device.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

static const char* source = R"CL(
#define TORN(name, space, type, different, written)                \
  int name(space volatile type* word, bool reads, uint turns) {    \
    int count = 0;                                                 \
    if (reads) {                                                   \
      _Pragma("nounroll") for (uint i = 0; i < turns && count == 0; i++) { \
        type x = *word;                                            \
        count += different(x);                                     \
      }                                                            \
    } else {                                                       \
      _Pragma("nounroll") for (uint i = 0; i < turns; i++) *word = written(i * 2654435761u); \
    }                                                              \
    return count;                                                  \
  }
#define PAIR(x) (((ulong)(x) << 32) | (x))
#define PAIR_DIFFERS(x) ((uint)x != (uint)(x >> 32))
#define QUAD_DIFFERS(x) (x.x != x.y || x.x != x.z || x.x != x.w)
TORN(pair_torn, global, ulong, PAIR_DIFFERS, PAIR)
TORN(quad_torn, global, uint4, QUAD_DIFFERS, (uint4))
// Lanes side by side, far apart, and all at one address: compiled code has a way for each.
#define PLACES(torn, words)                                                                     \
  if (lane < 32) atomic_add(count, torn(words + lane, reads, turns));                           \
  meet(count + 1, 4);                                                                           \
  if (lane % 3 == 0 && lane < 31) atomic_add(count, torn(words + 32 + lane * 5 % 31, reads, turns)); \
  meet(count + 1, 6);                                                                           \
  if (lane == 0) atomic_add(count, torn(words + 63, reads, turns));

// Both work-groups begin at the same time.
void meet(global int* arrived, int expected) {
  if (get_local_id(0) == 0) {
    atomic_inc(arrived);
    while (atomic_add(arrived, 0) < expected);
  }
}

kernel void pairs(global int* count, global uint4* memory, uint turns) {
  uint lane = get_local_id(0);
  bool reads = get_group_id(0);
  meet(count + 1, 2);
  PLACES(pair_torn, (global ulong*)memory)
}
kernel void quads(global int* count, global uint4* memory, uint turns) {
  uint lane = get_local_id(0);
  bool reads = get_group_id(0);
  meet(count + 1, 2);
  PLACES(quad_torn, memory)
}
)CL";

static void require(cl_int status, const char* what) {
  if (status == CL_SUCCESS) return;
  std::printf("%s: %d\n", what, status);
  std::exit(1);
}

static void launch(cl_device_id device, cl_context context, cl_program program, const char* name, cl_uint turns) {
  cl_int status, counts[2] = {};
  std::vector<char> zeros(64 * 16);
  cl_mem buffers[] = {
      clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof counts, counts, &status),
      clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, zeros.size(), zeros.data(), &status),
  };
  cl_command_queue queue = clCreateCommandQueue(context, device, 0, &status);
  cl_kernel kernel = clCreateKernel(program, name, &status);
  require(status, name);
  for (cl_uint n = 0; n < 2; n++) require(clSetKernelArg(kernel, n, sizeof(cl_mem), &buffers[n]), "clSetKernelArg");
  require(clSetKernelArg(kernel, 2, sizeof turns, &turns), "clSetKernelArg");
  size_t global = 128, local = 64;
  require(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr), name);
  require(clEnqueueReadBuffer(queue, buffers[0], CL_TRUE, 0, sizeof counts, counts, 0, nullptr, nullptr), "read");
  std::printf(" %s %d", name, counts[0]);
}

int main(int, char** argv) {
  cl_platform_id platform;
  cl_device_id devices[8];
  cl_uint count = 0;
  cl_int status;
  require(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 8, devices, &count), "clGetDeviceIDs");
  for (cl_uint n = 0; n < count; n++) {
    char name[64];
    require(clGetDeviceInfo(devices[n], CL_DEVICE_NAME, sizeof name, name, nullptr), "clGetDeviceInfo");
    std::printf("%s:", name);
    cl_context context = clCreateContext(nullptr, 1, &devices[n], nullptr, nullptr, &status);
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &status);
    require(clBuildProgram(program, 1, &devices[n], "", nullptr, nullptr), "clBuildProgram");
    for (char** kernel = argv + 2; *kernel; kernel++)
      launch(devices[n], context, program, *kernel, (cl_uint)std::atoi(argv[1]));
    std::printf("\n");
  }
  return 0;
}
