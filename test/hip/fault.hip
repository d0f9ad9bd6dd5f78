// What goes wrong: a stray write (no argument), a trap, or more LDS than there is.

#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>

__global__ void stray(int* where) { where[threadIdx.x] = 1; }
__global__ void trap() { __builtin_trap(); }

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "stray";
  if (!strcmp(what, "trap")) {
    trap<<<1, 64>>>();
  } else {
    int* device;
    if (hipMalloc(&device, 4096) != hipSuccess) return 3;
    stray<<<1, 64>>>(!strcmp(what, "null") ? nullptr : device + (64 << 20));
  }
  hipError_t error = hipDeviceSynchronize();
  printf("survived: %s\n", hipGetErrorString(error));
  return 0;
}
