// Turns a file of OpenCL C, included after this one, into kernels of HIP: the subset of the language that the kernels
// of benchmarks/rocm/forms.ts need. Its functions and kernels are HIP's, and follow the same launches.
#pragma once

#include <hip/hip_runtime.h>

// hipcc's -O3 may fuse as it likes, OpenCL C only within an expression.
#pragma clang fp contract(on)

#define __kernel extern "C" __global__
#define __global
#define __constant
#undef __local
#define __local __shared__
#define reqd_work_group_size(x, y, z) amdgpu_flat_work_group_size((x) * (y) * (z), (x) * (y) * (z))
#define CLK_LOCAL_MEM_FENCE 0
#define barrier(fence) __syncthreads()

static __device__ inline unsigned axisOf(const unsigned x, const unsigned y, const unsigned z, unsigned axis) {
  return axis == 0 ? x : axis == 1 ? y : z;
}
static __device__ inline size_t get_local_id(unsigned axis) { return axisOf(threadIdx.x, threadIdx.y, threadIdx.z, axis); }
static __device__ inline size_t get_group_id(unsigned axis) { return axisOf(blockIdx.x, blockIdx.y, blockIdx.z, axis); }
static __device__ inline size_t get_local_size(unsigned axis) { return axisOf(blockDim.x, blockDim.y, blockDim.z, axis); }
static __device__ inline size_t get_global_id(unsigned axis) {
  return get_group_id(axis) * get_local_size(axis) + get_local_id(axis);
}

// Functions of the kernels' own have no attribute in OpenCL C.
#pragma clang force_cuda_host_device begin
