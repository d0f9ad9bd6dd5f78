// Queries about devices and kernels; code that a program compiles or loads while it runs.

#include <hip/hiprtc.h>

#include "check.h"

__global__ void plain(int* out) { out[threadIdx.x] = 3 * threadIdx.x; }

CASE(properties) {
  int count = 0, wrong = 0;
  HIP(hipGetDeviceCount(&count));
  for (int d = 0; d < count; d++) {
    hipDeviceProp_t p;
    HIP(hipGetDeviceProperties(&p, d));
    wrong += strncmp(p.gcnArchName, "gfx", 3) != 0;
    wrong += p.warpSize != 64 || p.maxThreadsPerBlock != 1024 || p.sharedMemPerBlock != 65536;
    wrong += p.multiProcessorCount < 1 || p.clockRate <= 0 || p.totalGlobalMem < (1ull << 30) || !p.name[0];
    int value = 0;
    HIP(hipDeviceGetAttribute(&value, hipDeviceAttributeWarpSize, d));
    wrong += value != 64;
    HIP(hipDeviceGetAttribute(&value, hipDeviceAttributeMultiprocessorCount, d));
    wrong += value != p.multiProcessorCount;
  }
  return wrong + (count < 1);
}

CASE(occupancy) {
  int groups = 0, size = 0, grid = 0, wrong = 0;
  HIP(hipOccupancyMaxActiveBlocksPerMultiprocessor(&groups, (const void*)plain, 256, 0));
  HIP(hipOccupancyMaxPotentialBlockSize(&grid, &size, (const void*)plain, 0, 0));
  hipFuncAttributes a;
  HIP(hipFuncGetAttributes(&a, (const void*)plain));
  wrong += groups < 1 || size < 64 || size > 1024 || grid < 1;
  return wrong + (a.numRegs < 1) + (a.maxThreadsPerBlock != 1024);
}

static const char SOURCE[] = R"(
extern "C" __global__ void scale(float* values, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] *= factor;
}
__device__ int offset = 5;
)";

CASE(code_that_is_compiled_while_the_program_runs) {
  hiprtcProgram program;
  hipDeviceProp_t p;
  HIP(hipGetDeviceProperties(&p, 0));
  std::string arch = std::string("--offload-arch=") + p.gcnArchName;
  const char* options[] = {arch.c_str()};
  auto ok = [](hiprtcResult result) {
    if (result != HIPRTC_SUCCESS) throw std::runtime_error(hiprtcGetErrorString(result));
  };
  ok(hiprtcCreateProgram(&program, SOURCE, "scale.hip", 0, nullptr, nullptr));
  ok(hiprtcCompileProgram(program, 1, options));
  size_t size = 0;
  ok(hiprtcGetCodeSize(program, &size));
  std::vector<char> code(size);
  ok(hiprtcGetCode(program, code.data()));
  ok(hiprtcDestroyProgram(&program));
  hipModule_t module;
  hipFunction_t scale;
  HIP(hipModuleLoadData(&module, code.data()));
  HIP(hipModuleGetFunction(&scale, module, "scale"));
  std::vector<float> in(1000);
  for (int i = 0; i < 1000; i++) in[i] = i;
  Buffer<float> values(in);
  float factor = 2.5f;
  int n = 1000;
  void* arguments[] = {&values.at, &factor, &n};
  HIP(hipModuleLaunchKernel(scale, 4, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
  for (auto& v : in) v *= 2.5f;
  int wrong = different(values.read(), in);
  HIP(hipModuleUnload(module));
  return wrong;
}

CASE(errors_are_told) {
  int wrong = 0;
  plain<<<1, 2000>>>(nullptr);
  wrong += hipGetLastError() == hipSuccess;
  wrong += hipSetDevice(99) != hipErrorInvalidDevice;
  (void)hipGetLastError();
  wrong += hipMemcpy(nullptr, nullptr, 16, hipMemcpyHostToDevice) == hipSuccess;
  (void)hipGetLastError();
  return wrong;
}

CASE(every_device_computes_and_copies_to_the_others) {
  int count = 0, wrong = 0;
  HIP(hipGetDeviceCount(&count));
  std::vector<int> expected(256);
  for (int i = 0; i < 256; i++) expected[i] = 3 * i;
  std::vector<int*> at(count);
  for (int d = 0; d < count; d++) {
    HIP(hipSetDevice(d));
    HIP(hipMalloc(&at[d], 1024));
    plain<<<1, 256>>>(at[d]);
    HIP(hipDeviceSynchronize());
    HIP(hipMemset(at[d], 0, d ? 512 : 0));
  }
  for (int d = 1; d < count; d++) {
    int can = 0;
    HIP(hipDeviceCanAccessPeer(&can, d, 0));
    HIP(hipMemcpyPeer(at[d], d, at[0], 0, 1024));
  }
  for (int d = 0; d < count; d++) {
    HIP(hipSetDevice(d));
    std::vector<int> back(256);
    HIP(hipMemcpy(back.data(), at[d], 1024, hipMemcpyDeviceToHost));
    wrong += different(back, expected);
    HIP(hipFree(at[d]));
  }
  HIP(hipSetDevice(0));
  return wrong;
}
