// Calls of the host from kernels.

#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void speak(int value) {
  if (threadIdx.x < 2) printf("lane %u of group %u says %d and %s\n", (unsigned)threadIdx.x, (unsigned)blockIdx.x, value, "a text");
}

int main() {
  speak<<<2, 64>>>(42);
  hipError_t error = hipDeviceSynchronize();
  printf("%s\n", hipGetErrorString(error));
  return error != hipSuccess;
}
