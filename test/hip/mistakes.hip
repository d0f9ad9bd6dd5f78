// A kernel for each kind of mistake that `atoll check` finds, and one without; all of them end well.

#include <hip/hip_runtime.h>

#include <cstdio>

/** Addresses in LDS that are negative before the offset of the instruction is added. */
__global__ void sound(int* out, const int*) {
  __shared__ int tile[128];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];
}

__global__ void race(int* out, const int*) {
  __shared__ int tile[128];
  tile[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = tile[127 - threadIdx.x];
}

__global__ void race_of_groups(int* out, const int*) { out[threadIdx.x] = blockIdx.x; }

__global__ void uninitialised_lds(int* out, const int*) {
  __shared__ int tile[128];
  if (threadIdx.x < 64) tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

__global__ void divergent_barrier(int* out, const int*) {
  if (threadIdx.x < 32) __syncthreads();
  out[threadIdx.x] = 1;
}

__global__ void mixed_atomic(int* out, const int*) {
  if (threadIdx.x < 64)
    atomicAdd(out, 1);
  else
    *static_cast<volatile int*>(out) = 1;
}

/** A counter that others look at while it is raised: by an atomic load. */
__global__ void atomic_load(int* out, const int*) {
  atomicAdd(out, 1);
  out[128 + threadIdx.x] = __hip_atomic_load(out, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) > 0;
}

/** Chips without atomics of floats compare and swap, and begin with an ordinary load of the place. */
__global__ void float_sum(int* out, const int*) {
  float* sums = reinterpret_cast<float*>(out);
  if (threadIdx.x < 64)
    atomicAdd(sums + 512 + threadIdx.x % 7, 1.0f);
  else
    atomicAdd(sums + 512, 2.0f);
  atomicAdd(reinterpret_cast<double*>(out) + 300, 1.0);
}

/** What a work-group has published by an atomic store, for who reads that by an atomic load. */
__global__ void published(int* out, const int*) {
  if (blockIdx.x == 0) {
    out[128 + threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) __hip_atomic_store(out + 600, 7, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
  } else {
    while (__hip_atomic_load(out + 600, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) != 7) continue;
    out[256 + threadIdx.x] = out[128 + threadIdx.x];
  }
}

__global__ void quotient(int* out, const int* zeros) { out[threadIdx.x] = 100 / zeros[threadIdx.x]; }

__global__ void not_a_number(int* out, const int* zeros) {
  reinterpret_cast<float*>(out)[threadIdx.x] = sqrtf(zeros[threadIdx.x] - 1.0f);
}

int main() {
  int *out, *zeros;
  if (hipMalloc(&out, 4096) || hipMalloc(&zeros, 4096) || hipMemset(out, 9, 4096) || hipMemset(zeros, 0, 4096)) return 1;
  for (auto kernel : {sound, race, race_of_groups, uninitialised_lds, divergent_barrier, mixed_atomic, atomic_load, published, float_sum,
                      quotient, not_a_number})
    kernel<<<2, 128>>>(out, zeros);
  hipError_t error = hipDeviceSynchronize();
  printf("%s\n", hipGetErrorString(error));
  return error != hipSuccess;
}
