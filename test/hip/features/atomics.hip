// Atomic operations of all widths, on memory and LDS.

#include "check.h"

__global__ void atomic_all(int* i, unsigned* u, unsigned long long* l, float* f, double* d, const unsigned* in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  unsigned v = in[t];
  atomicAdd(&i[0], (int)v);
  atomicSub(&i[1], (int)v);
  atomicMin(&i[2], (int)v);
  atomicMax(&i[3], (int)v);
  atomicMin(&u[0], v);
  atomicMax(&u[1], v);
  atomicAnd(&u[2], v | 0xff);
  atomicOr(&u[3], v & 0xff00);
  atomicXor(&u[4], v);
  atomicInc(&u[5], 1000);
  atomicDec(&u[6], 1000);
  atomicAdd(&l[0], (unsigned long long)v << 20);
  atomicMax(&l[1], (unsigned long long)v << 8);
  atomicMin(&l[2], (unsigned long long)v << 8);
  atomicXor(&l[3], (unsigned long long)v << 31);
  atomicAdd(&f[0], (float)(v & 15));
  atomicAdd(&d[0], (double)(v & 0xffff));
  unsigned long long old = l[4], expected;
  do {
    expected = old;
    old = atomicCAS(&l[4], expected, expected + 3);
  } while (old != expected);
}

CASE(atomics_of_memory) {
  const int n = 3000;
  auto in = noises(n);
  std::vector<int> i{0, 0, INT32_MAX, INT32_MIN};
  std::vector<unsigned> u{~0u, 0, ~0u, 0, 0, 0, 0};
  std::vector<unsigned long long> l{0, 0, ~0ull, 0, 0};
  std::vector<float> f{0};
  std::vector<double> d{0};
  Buffer<int> di(i);
  Buffer<unsigned> du(u), din(in);
  Buffer<unsigned long long> dl(l);
  Buffer<float> df(f);
  Buffer<double> dd(d);
  atomic_all<<<(n + 255) / 256, 256>>>(di.at, du.at, dl.at, df.at, dd.at, din.at, n);
  for (unsigned v : in) {
    i[0] = (int)((unsigned)i[0] + v);
    i[1] = (int)((unsigned)i[1] - v);
    i[2] = std::min(i[2], (int)v);
    i[3] = std::max(i[3], (int)v);
    u[0] = std::min(u[0], v);
    u[1] = std::max(u[1], v);
    u[2] &= v | 0xff;
    u[3] |= v & 0xff00;
    u[4] ^= v;
    u[5] = u[5] >= 1000 ? 0 : u[5] + 1;
    u[6] = u[6] == 0 || u[6] > 1000 ? 1000 : u[6] - 1;
    l[0] += (unsigned long long)v << 20;
    l[1] = std::max(l[1], (unsigned long long)v << 8);
    l[2] = std::min(l[2], (unsigned long long)v << 8);
    l[3] ^= (unsigned long long)v << 31;
    f[0] += v & 15;
    d[0] += v & 0xffff;
    l[4] += 3;
  }
  return different(di.read(), i) + different(du.read(), u) + different(dl.read(), l) + different(df.read(), f) +
         different(dd.read(), d);
}

__global__ void atomic_histogram(const unsigned* in, unsigned* bins, float* sums, int n) {
  __shared__ unsigned own[64];
  __shared__ float sum;
  if (threadIdx.x < 64) own[threadIdx.x] = 0;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < n; t += gridDim.x * blockDim.x) {
    atomicAdd(&own[in[t] & 63], 1);
    atomicAdd(&sum, 1.0f);
  }
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
  if (threadIdx.x == 0) atomicAdd(sums, sum);
}

CASE(atomics_of_lds) {
  auto in = noises(10000);
  std::vector<unsigned> bins(64);
  for (unsigned v : in) bins[v & 63]++;
  Buffer<unsigned> din(in), dbins(64);
  Buffer<float> sum(1);
  atomic_histogram<<<7, 256>>>(din.at, dbins.at, sum.at, 10000);
  return different(dbins.read(), bins) + (sum.read()[0] != 10000);
}
