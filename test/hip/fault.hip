// A stray write (no argument), a trap, an assertion, or an endless kernel. The second argument is the GPU's number.

#include <hip/hip_runtime.h>

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>

template <typename T>
__global__ void stray(T* where) { where[threadIdx.x] = 1; }
__global__ void asserts(unsigned n) { assert(threadIdx.x != n); }
__global__ void trap() { __builtin_trap(); }
__global__ void endless(volatile int* where) { while (*where == 0) {} }

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "stray";
  if (argc > 2 && hipSetDevice(atoi(argv[2])) != hipSuccess) return 2;
  if (!strcmp(what, "trap")) {
    trap<<<1, 64>>>();
  } else if (!strcmp(what, "assert")) {
    asserts<<<2, 64>>>(5);
  } else {
    int* device;
    if (hipMalloc(&device, 4096) != hipSuccess || hipMemset(device, 0, 4096) != hipSuccess) return 3;
    if (!strcmp(what, "endless")) endless<<<1, 64>>>(device);
    else stray<int><<<1, 64>>>(!strcmp(what, "null") ? nullptr : device + (64 << 20));
  }
  hipError_t error = hipDeviceSynchronize();
  printf("survived: %s\n", hipGetErrorString(error));
  return 0;
}
