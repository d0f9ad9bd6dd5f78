// Grids whose last work-groups are not whole (in any dimension), which only launches by global size have; and grids that wait for themselves.

#include <hip/hip_cooperative_groups.h>
#include <hip/hip_ext.h>
#include <hip/hiprtc.h>

#include <algorithm>

#include "check.h"

static const char* PARTS = R"(
extern "C" __global__ void parts(int* sizes, int* sums, int width) {
  __shared__ int seen;
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  if (threadIdx.x + threadIdx.y == 0) seen = 0;
  __syncthreads();
  atomicAdd(&seen, x + 1000 * y);
  __syncthreads();
  sizes[y * width + x] = blockDim.x * 100 + blockDim.y;
  sums[y * width + x] = seen;
}
)";

CASE(work_groups_that_are_not_whole) {
  hiprtcProgram program;
  auto ok = [](hiprtcResult result) {
    if (result != HIPRTC_SUCCESS) throw std::runtime_error(hiprtcGetErrorString(result));
  };
  hipDeviceProp_t p;
  HIP(hipGetDeviceProperties(&p, 0));
  std::string arch = std::string("--offload-arch=") + p.gcnArchName;
  const char* options[] = {arch.c_str()};
  ok(hiprtcCreateProgram(&program, PARTS, "parts.hip", 0, nullptr, nullptr));
  ok(hiprtcCompileProgram(program, 1, options));
  size_t bytes = 0;
  ok(hiprtcGetCodeSize(program, &bytes));
  std::vector<char> code(bytes);
  ok(hiprtcGetCode(program, code.data()));
  ok(hiprtcDestroyProgram(&program));
  hipModule_t module;
  hipFunction_t parts;
  HIP(hipModuleLoadData(&module, code.data()));
  HIP(hipModuleGetFunction(&parts, module, "parts"));
  int wrong = 0;
  const int grids[][2] = {{100, 8}, {32, 5}, {1, 4}, {64, 8}, {33, 4}, {64, 7}, {100, 7}, {31, 3}, {33, 5}};
  for (auto& grid : grids) {
    int width = grid[0], height = grid[1];
    std::vector<int> sizes(width * height), sums(width * height);
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        int x0 = x / 32 * 32, y0 = y / 4 * 4, x1 = std::min(x0 + 32, width), y1 = std::min(y0 + 4, height);
        sizes[y * width + x] = (x1 - x0) * 100 + y1 - y0;
        for (int v = y0; v < y1; v++)
          for (int u = x0; u < x1; u++) sums[y * width + x] += u + 1000 * v;
      }
    Buffer<int> dsizes(width * height), dsums(width * height);
    void* arguments[] = {&dsizes.at, &dsums.at, &width};
    HIP(hipExtModuleLaunchKernel(parts, width, height, 1, 32, 4, 1, 0, nullptr, arguments, nullptr));
    wrong += different(dsizes.read(), sizes) + different(dsums.read(), sums);
  }
  HIP(hipModuleUnload(module));
  return wrong;
}

__global__ void waits_for_the_grid(int* out) {
  cooperative_groups::this_grid().sync();
  out[blockIdx.x] = 1;
}

/** There is no global wave sync: programs are told, and go on. */
CASE(cooperative_launches_are_refused) {
  int can = -1;
  HIP(hipDeviceGetAttribute(&can, hipDeviceAttributeCooperativeLaunch, 0));
  Buffer<int> out(4);
  void* arguments[] = {&out.at};
  hipError_t error = hipLaunchCooperativeKernel(reinterpret_cast<void*>(waits_for_the_grid), dim3(4), dim3(64), arguments, 0, 0);
  (void)hipGetLastError();
  HIP(hipDeviceSynchronize());
  if (can != 0 || error == hipSuccess) printf("attribute %d, %s\n", can, hipGetErrorString(error));
  return can != 0 || error == hipSuccess;
}
