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

/** Reads memory that no kernel, copy or fill has written: the last words of its buffer. */
__global__ void uninitialised_global(int* out, const int* half) { out[threadIdx.x] = half[threadIdx.x + 128] + 1; }

__global__ void uninitialised_copy(int* out, const int* copy) { out[threadIdx.x] = copy[threadIdx.x + 128] * 3; }

__global__ void uninitialised_branch(int* out, const int* half) {
  if (half[threadIdx.x + 64] > 0) out[threadIdx.x] = 1;
}

/** Reads only memory that a copy, a fill, a kernel or the host has written. */
__global__ void sound_memory(int* out, const int* in) {
  if (in[threadIdx.x] >= 0) out[threadIdx.x] = in[threadIdx.x] + out[threadIdx.x];
}

__global__ void odd_words(int* out, const int*) { out[2 * threadIdx.x + 1] = threadIdx.x; }

__device__ int table[128];

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

/** Data that a work-group has published by an atomic store, for readers with an atomic load. */
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

constexpr int ITEMS = 128;
constexpr size_t BYTES = ITEMS * sizeof(int);

/** Memory that was written in each way that there is, and some that was not. */
bool memories(int* out) {
  int host[ITEMS], *pinned, *managed;
  for (int i = 0; i < ITEMS; i++) host[i] = i;
  int* device[8];
  for (int*& each : device)
    if (hipMalloc(&each, 2 * BYTES)) return false;
  if (hipHostMalloc(&pinned, BYTES) || hipMallocManaged(&managed, BYTES)) return false;
  for (int i = 0; i < ITEMS; i++) pinned[i] = managed[i] = i;
  auto [half, copy, later, filled, words, rows, woven, peer] = device;
  if (hipMemcpy(half, host, BYTES, hipMemcpyHostToDevice)) return false;
  // Copying uninitialised memory is no error.
  if (hipMemcpy(copy, half, 2 * BYTES, hipMemcpyDeviceToDevice)) return false;
  if (hipMemcpyAsync(later, pinned, BYTES, hipMemcpyHostToDevice, nullptr) || hipMemset(filled, 1, BYTES)) return false;
  if (hipMemsetD32(words, 5, ITEMS) || hipMemcpyPeer(peer, 0, half, 0, BYTES)) return false;
  if (hipMemcpy2D(rows, 64, host, 64, 64, BYTES / 64, hipMemcpyHostToDevice)) return false;
  if (hipMemset2D(woven, 8, 0, 4, ITEMS / 2) || hipMemcpyToSymbol(HIP_SYMBOL(table), host, BYTES)) return false;
  odd_words<<<1, ITEMS / 2>>>(woven, nullptr);
  int* symbol;
  if (hipGetSymbolAddress(reinterpret_cast<void**>(&symbol), HIP_SYMBOL(table))) return false;
  for (int* each : {half, copy, later, filled, words, rows, woven, peer, pinned, managed, symbol}) sound_memory<<<1, ITEMS>>>(out, each);
  uninitialised_global<<<1, ITEMS>>>(out, half);
  uninitialised_copy<<<1, ITEMS>>>(out, copy);
  uninitialised_branch<<<1, ITEMS>>>(out, filled);
  return true;
}

int main() {
  int *out, *zeros;
  if (hipMalloc(&out, 4096) || hipMalloc(&zeros, 4096) || hipMemset(out, 9, 4096) || hipMemset(zeros, 0, 4096)) return 1;
  for (auto kernel : {sound, race, race_of_groups, uninitialised_lds, divergent_barrier, mixed_atomic, atomic_load, published, float_sum,
                      quotient, not_a_number})
    kernel<<<2, 128>>>(out, zeros);
  if (!memories(out)) return 1;
  hipError_t error = hipDeviceSynchronize();
  printf("%s\n", hipGetErrorString(error));
  return error != hipSuccess;
}
