// LDS whose size the launch gives, and work-groups that compute together.

#include <hip/hip_cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void sum_groups(const unsigned* in, unsigned long long* out, int n) {
  extern __shared__ unsigned long long part[];
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = t < n ? in[t] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

__global__ void whole_lds(unsigned* out) {
  extern __shared__ unsigned words[];
  const unsigned n = 64 * 1024 / 4;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) words[i] = i * 3 + blockIdx.x;
  __syncthreads();
  unsigned sum = 0;
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) sum += words[n - 1 - i];
  atomicAdd(&out[blockIdx.x], sum);
}

CASE(dynamic_lds) {
  const int n = 5000;
  auto in = noises(n);
  int wrong = 0;
  for (int size : {64, 256, 1024}) {
    int groups = (n + size - 1) / size;
    std::vector<unsigned long long> out(groups);
    for (int i = 0; i < n; i++) out[i / size] += in[i];
    Buffer<unsigned> din(in);
    Buffer<unsigned long long> dout(groups);
    sum_groups<<<groups, size, size * 8>>>(din.at, dout.at, n);
    wrong += different(dout.read(), out);
  }
  Buffer<unsigned> sums(3);
  whole_lds<<<3, 256, 64 * 1024>>>(sums.at);
  std::vector<unsigned> expected(3);
  for (unsigned g = 0; g < 3; g++)
    for (unsigned i = 0; i < 16384; i++) expected[g] += i * 3 + g;
  return wrong + different(sums.read(), expected);
}

CASE(too_much_lds_is_refused) {
  Buffer<unsigned> sums(1);
  whole_lds<<<1, 256, 64 * 1024 + 4>>>(sums.at);
  return hipGetLastError() == hipSuccess;
}

__global__ void tiles(const int* in, int* out) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  int v = in[block.group_index().x * block.size() + block.thread_rank()];
  for (int s = tile.size() / 2; s > 0; s /= 2) v += tile.shfl_down(v, s);
  __shared__ int sums[16];
  if (tile.thread_rank() == 0) sums[block.thread_rank() / 16] = v;
  block.sync();
  if (block.thread_rank() == 0) {
    int sum = 0;
    for (unsigned i = 0; i < block.size() / 16; i++) sum += sums[i];
    out[block.group_index().x] = sum;
  }
}

CASE(cooperative_groups_tiles) {
  std::vector<int> in(1024), out(4);
  for (int i = 0; i < 1024; i++) out[i / 256] += in[i] = (int)noise(i) >> 12;
  Buffer<int> din(in), dout(4);
  tiles<<<4, 256>>>(din.at, dout.at);
  return different(dout.read(), out);
}

__global__ void counted_barriers(int* out) {
  int odd = __syncthreads_count(threadIdx.x % 3 == 0);
  int all = __syncthreads_and(threadIdx.x < 1000);
  int any = __syncthreads_or(threadIdx.x == 500);
  if (threadIdx.x == 0) out[0] = odd * 4 + (all != 0) * 2 + (any != 0);
}

CASE(barriers_that_count) {
  Buffer<int> out(1);
  counted_barriers<<<1, 192>>>(out.at);
  return out.read()[0] != 64 * 4 + 2;
}
