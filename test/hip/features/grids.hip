// Grids whose last work-groups are not whole (in any dimension), which only launches by global size have; and grids
// that wait for themselves.

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

/** Each work-item takes what its neighbour in the next work-group has, some times, and keeps a part of it in LDS. */
__global__ void pass_on(int* shown, int* out, int rounds, int items) {
  __shared__ int kept[256];
  auto grid = cooperative_groups::this_grid();
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  kept[threadIdx.x] = at;
  for (int r = 0; r < rounds; r++) {
    shown[at] = kept[threadIdx.x];
    grid.sync();
    kept[threadIdx.x] = shown[(at + blockDim.x) % items] + 1;
    grid.sync();
  }
  out[at] = kept[threadIdx.x];
}

/**
 * By global wave sync, which gfx9 has and observed launches lack: then programs see that by the attribute, and by the
 * error.
 */
CASE(cooperative_launches) {
  int can = -1, wrong = 0;
  HIP(hipDeviceGetAttribute(&can, hipDeviceAttributeCooperativeLaunch, 0));
  const int shapes[][2] = {{4, 64}, {48, 256}, {7, 100}};
  for (auto& shape : shapes) {
    int groups = shape[0], size = shape[1], items = groups * size, rounds = 3;
    Buffer<int> shown(items), out(items);
    void* arguments[] = {&shown.at, &out.at, &rounds, &items};
    hipError_t error = hipLaunchCooperativeKernel(reinterpret_cast<void*>(pass_on), dim3(groups), dim3(size), arguments, 0, 0);
    (void)hipGetLastError();
    HIP(hipDeviceSynchronize());
    if (!can) {
      wrong += error == hipSuccess;
      continue;
    }
    HIP(error);
    std::vector<int> expected(items);
    for (int at = 0; at < items; at++) expected[at] = (at + rounds * size) % items + rounds;
    wrong += different(out.read(), expected);
  }
  return wrong;
}

__global__ void waits_for_the_next(volatile int* flags, int groups) {
  if (threadIdx.x != 0) return;
  int group = blockIdx.x;
  while (group + 1 < groups && flags[group + 1] != group + 1) {
  }
  flags[group] = group;
}

/** Later work-groups come to their turn although earlier ones wait for them. */
CASE(work_groups_that_wait_for_later_ones) {
  constexpr int groups = 12;
  Buffer<int> flags(std::vector<int>(groups, -1));
  waits_for_the_next<<<groups, 64>>>(flags.at, groups);
  HIP(hipDeviceSynchronize());
  std::vector<int> expected(groups);
  for (int n = 0; n < groups; n++) expected[n] = n;
  return different(flags.read(), expected);
}

/**
 * All work-items of all GPUs; each looks what the others of its own GPU have done, and at the end its first one looks
 * at all of them.
 */
__global__ void count_together(int* shown, int* wrong, int rounds) {
  auto all = cooperative_groups::this_multi_grid();
  auto grid = cooperative_groups::this_grid();
  int at = blockIdx.x * blockDim.x + threadIdx.x, items = gridDim.x * blockDim.x;
  for (int r = 1; r <= rounds; r++) {
    shown[at] = r;
    grid.sync();
    if (shown[(at + blockDim.x) % items] != r) atomicAdd(wrong, 1);
    all.sync();
  }
}

/**
 * GPUs with as many work-groups as they like: each has its own barriers. Without a global wave sync it is
 * refused.
 */
CASE(cooperative_launches_on_all_devices) {
  int devices = 0, can = 1, bad = 0, rounds = 3;
  HIP(hipGetDeviceCount(&devices));
  std::vector<hipLaunchParams> launches(devices);
  std::vector<int*> memory(devices);
  std::vector<void*> pointers(3 * devices);
  std::vector<int*> wrong(devices);
  for (int d = 0; d < devices; d++) {
    int here = -1;
    HIP(hipDeviceGetAttribute(&here, hipDeviceAttributeCooperativeMultiDeviceLaunch, d));
    can = can && here;
    HIP(hipSetDevice(d));
    int groups = 5 + 3 * d, items = groups * 128;
    HIP(hipMalloc(&memory[d], (items + 1) * sizeof(int)));
    HIP(hipMemset(memory[d], 0, (items + 1) * sizeof(int)));
    wrong[d] = memory[d] + items;
    pointers[3 * d] = &memory[d];
    pointers[3 * d + 1] = &wrong[d];
    pointers[3 * d + 2] = &rounds;
    launches[d] = {reinterpret_cast<void*>(count_together), dim3(groups), dim3(128), &pointers[3 * d], 0, nullptr};
    HIP(hipStreamCreate(&launches[d].stream));
  }
  hipError_t error = hipLaunchCooperativeKernelMultiDevice(launches.data(), devices, 0);
  (void)hipGetLastError();
  bad += (error == hipSuccess) != (can != 0);
  for (int d = 0; d < devices; d++) {
    HIP(hipSetDevice(d));
    HIP(hipDeviceSynchronize());
    int count = -1;
    HIP(hipMemcpy(&count, wrong[d], sizeof count, hipMemcpyDeviceToHost));
    bad += count != 0;
    HIP(hipStreamDestroy(launches[d].stream));
    HIP(hipFree(memory[d]));
  }
  HIP(hipSetDevice(0));
  return bad;
}
