// Forms of code: calls, private arrays, numbers of all kinds, grids of all shapes.

#include <hip/hip_fp16.h>

#include "check.h"

struct Shape {
  __device__ virtual int area(int x) const { return x; }
};
struct Square : Shape {
  __device__ int area(int x) const override { return x * x; }
};
struct Triangle : Shape {
  __device__ int area(int x) const override { return x * x / 2; }
};

__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int thrice(int x) { return 3 * x; }
__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

__global__ void call_all(int* out) {
  int t = threadIdx.x;
  Shape shape;
  Square square;
  Triangle triangle;
  const Shape* shapes[] = {&shape, &square, &triangle};
  int (*functions[])(int) = {twice, thrice};
  out[t] = shapes[t % 3]->area(t);
  out[64 + t] = functions[t % 2](t);
  out[128 + t] = fibonacci(t % 9);
}

CASE(calls) {
  auto fib = [](int n) {
    int a = 0, b = 1;
    while (n--) std::swap(a, b), b += a;
    return a;
  };
  std::vector<int> out(192);
  for (int t = 0; t < 64; t++) {
    out[t] = t % 3 == 0 ? t : t % 3 == 1 ? t * t : t * t / 2;
    out[64 + t] = t % 2 ? 3 * t : 2 * t;
    out[128 + t] = fib(t % 9);
  }
  Buffer<int> dout(192);
  call_all<<<1, 64>>>(dout.at);
  return different(dout.read(), out);
}

__global__ void private_array(const unsigned* in, unsigned* out, int n) {
  unsigned values[100];
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 100; i++) values[i] = in[(t + i) % n];
  for (int i = 0; i < 99; i++)
    if (values[i] > values[i + 1]) {
      unsigned v = values[i];
      values[i] = values[i + 1];
      values[i + 1] = v;
    }
  out[t] = values[in[t] % 100];
}

CASE(private_memory) {
  const int n = 1024;
  auto in = noises(n);
  std::vector<unsigned> out(n);
  for (int t = 0; t < n; t++) {
    unsigned values[100];
    for (int i = 0; i < 100; i++) values[i] = in[(t + i) % n];
    for (int i = 0; i < 99; i++)
      if (values[i] > values[i + 1]) std::swap(values[i], values[i + 1]);
    out[t] = values[in[t] % 100];
  }
  Buffer<unsigned> din(in), dout(n);
  private_array<<<4, 256>>>(din.at, dout.at, n);
  return different(dout.read(), out);
}

__global__ void integer_all(const unsigned* in, unsigned long long* out) {
  unsigned a = in[threadIdx.x], b = in[threadIdx.x + 64] | 1;
  unsigned long long l = ((unsigned long long)a << 32) | b, m = (unsigned long long)b * 77 + 5;
  unsigned long long* o = out + threadIdx.x * 16;
  o[0] = __clz(a);
  o[1] = __ffs(a);
  o[2] = __popc(a) + 100 * __popcll(l);
  o[3] = __brev(a);
  o[4] = __brevll(l);
  o[5] = __clzll(l) + 100 * __ffsll(l);
  o[6] = (unsigned)__mulhi((int)a, (int)b);
  o[7] = __umulhi(a, b);
  o[8] = __umul64hi(l, m);
  o[9] = (unsigned)__mul24((int)a, (int)b);
  o[10] = l / m;
  o[11] = l % m;
  o[12] = (long long)l / -(long long)(b >> 3 | 1);
  o[13] = (unsigned)((int)a / (int)b) + ((unsigned long long)(a % b) << 32);
  o[14] = __byte_perm(a, b, 0x3715);
  o[15] = __usad(a, b, 9);
}

CASE(integers) {
  auto in = noises(128);
  std::vector<unsigned long long> out(64 * 16);
  for (int t = 0; t < 64; t++) {
    unsigned a = in[t], b = in[t + 64] | 1;
    unsigned long long l = ((unsigned long long)a << 32) | b, m = (unsigned long long)b * 77 + 5;
    unsigned long long* o = &out[t * 16];
    auto reversed = [](unsigned long long v, int bits) {
      unsigned long long r = 0;
      for (int i = 0; i < bits; i++) r |= (v >> i & 1) << (bits - 1 - i);
      return r;
    };
    o[0] = __builtin_clz(a);
    o[1] = __builtin_ffs(a);
    o[2] = __builtin_popcount(a) + 100 * __builtin_popcountll(l);
    o[3] = reversed(a, 32);
    o[4] = reversed(l, 64);
    o[5] = __builtin_clzll(l) + 100 * __builtin_ffsll(l);
    o[6] = (unsigned)((long long)(int)a * (int)b >> 32);
    o[7] = (unsigned long long)a * b >> 32;
    o[8] = (unsigned long long)((unsigned __int128)l * m >> 64);
    o[9] = (unsigned)((long long)((int)(a << 8) >> 8) * ((int)(b << 8) >> 8));
    o[10] = l / m;
    o[11] = l % m;
    o[12] = (long long)l / -(long long)(b >> 3 | 1);
    o[13] = (unsigned)((int)a / (int)b) + ((unsigned long long)(a % b) << 32);
    unsigned char bytes[8];
    memcpy(bytes, &a, 4);
    memcpy(bytes + 4, &b, 4);
    o[14] = bytes[5] | bytes[1] << 8 | bytes[7] << 16 | (unsigned)bytes[3] << 24;
    o[15] = (a > b ? a - b : b - a) + 9u;
  }
  Buffer<unsigned> din(in);
  Buffer<unsigned long long> dout(out.size());
  integer_all<<<1, 64>>>(din.at, dout.at);
  return different(dout.read(), out);
}

__global__ void float_all(const float* in, float* f, double* d, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  float a = in[t], b = in[n + t];
  double x = a, y = b;
  f[t] = a / b;
  f[n + t] = sqrtf(fabsf(a));
  f[2 * n + t] = fmaf(a, b, a);
  f[3 * n + t] = floorf(a) + ceilf(b) + truncf(a) - rintf(b);
  d[t] = x / y;
  d[n + t] = sqrt(fabs(x));
  d[2 * n + t] = fma(x, y, x);
  d[3 * n + t] = floor(x * 3.7) + ldexp(y, 3);
}

CASE(floats_are_exact_where_they_have_to_be) {
  const int n = 2000;
  std::vector<float> in(2 * n), f(4 * n);
  std::vector<double> d(4 * n);
  for (int i = 0; i < 2 * n; i++) in[i] = ldexpf((float)(int)noise(i), (int)(noise(i + 7777) % 60) - 60);
  for (int t = 0; t < n; t++) {
    float a = in[t], b = in[n + t];
    double x = a, y = b;
    f[t] = a / b;
    f[n + t] = std::sqrt(std::fabs(a));
    f[2 * n + t] = std::fma(a, b, a);
    f[3 * n + t] = std::floor(a) + std::ceil(b) + std::trunc(a) - std::rint(b);
    d[t] = x / y;
    d[n + t] = std::sqrt(std::fabs(x));
    d[2 * n + t] = std::fma(x, y, x);
    d[3 * n + t] = std::floor(x * 3.7) + std::ldexp(y, 3);
  }
  Buffer<float> din(in), df(f.size());
  Buffer<double> dd(d.size());
  float_all<<<(n + 127) / 128, 128>>>(din.at, df.at, dd.at, n);
  return different(df.read(), f) + different(dd.read(), d);
}

__global__ void half_all(const float* in, float* out, int n) {
  int t = threadIdx.x;
  __half a = __float2half(in[t]), b = __float2half(in[n + t]);
  out[t] = __half2float(__hadd(a, b));
  out[n + t] = __half2float(__hmul(a, b));
  out[2 * n + t] = __half2float(__hfma(a, b, a));
  __half2 p = __halves2half2(a, b), q = __hadd2(p, p);
  out[3 * n + t] = __low2float(q) - __high2float(q);
  out[4 * n + t] = __hlt(a, b) ? 1 : 0;
}

CASE(halves) {
  const int n = 256;
  std::vector<float> in(2 * n), out(5 * n);
  auto h = [](float v) { return (float)(_Float16)v; };
  for (int i = 0; i < 2 * n; i++) in[i] = ((int)noise(i) >> 16) / 512.0f;
  for (int t = 0; t < n; t++) {
    float a = h(in[t]), b = h(in[n + t]);
    out[t] = h(a + b);
    out[n + t] = h(a * b);
    out[2 * n + t] = (float)(_Float16)((double)a * b + a);
    out[3 * n + t] = h(a + a) - h(b + b);
    out[4 * n + t] = a < b;
  }
  Buffer<float> din(in), dout(out.size());
  half_all<<<1, n>>>(din.at, dout.at, n);
  return different(dout.read(), out);
}

__global__ void place(unsigned* out, dim3 size) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
           z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= size.x || y >= size.y || z >= size.z) return;
  out[(z * size.y + y) * size.x + x] = x + 1000 * y + 1000000 * z + gridDim.x + 7 * gridDim.y + 13 * blockDim.z;
}

CASE(grids_of_three_dimensions) {
  dim3 size(45, 19, 11), group(8, 4, 3), grid(6, 5, 4);
  std::vector<unsigned> out(45 * 19 * 11);
  for (unsigned z = 0; z < 11; z++)
    for (unsigned y = 0; y < 19; y++)
      for (unsigned x = 0; x < 45; x++) out[(z * 19 + y) * 45 + x] = x + 1000 * y + 1000000 * z + 6 + 35 + 39;
  Buffer<unsigned> dout(out.size());
  place<<<grid, group>>>(dout.at, size);
  return different(dout.read(), out);
}

__global__ void clocks(long long* out) {
  long long a = clock64(), b = (long long)__builtin_amdgcn_s_memrealtime();
  for (int i = 0; i < 100; i++) __builtin_amdgcn_s_sleep(1);
  out[0] = clock64() - a;
  out[1] = __builtin_amdgcn_s_memrealtime() - b;
}

CASE(clocks_go_on) {
  Buffer<long long> out(2);
  clocks<<<1, 1>>>(out.at);
  auto went = out.read();
  return (went[0] <= 0) + (went[1] < 0);
}

// The state of each group is a word: 1 and its sum, or 2 and the sum up to it, in the upper half.
__global__ void scan_looking_back(const unsigned* in, unsigned* out, unsigned long long* state, unsigned* ticket) {
  __shared__ unsigned group, before, part[256];
  if (threadIdx.x == 0) group = atomicAdd(ticket, 1);
  __syncthreads();
  unsigned i = group * 256 + threadIdx.x;
  part[threadIdx.x] = in[i];
  __syncthreads();
  for (unsigned s = 1; s < 256; s *= 2) {
    unsigned v = threadIdx.x >= s ? part[threadIdx.x - s] : 0;
    __syncthreads();
    part[threadIdx.x] += v;
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    unsigned long long sum = part[255];
    atomicExch(&state[group], (sum << 32) | (group == 0 ? 2 : 1));
    unsigned prefix = 0;
    for (int g = (int)group - 1; g >= 0;) {
      unsigned long long seen = atomicAdd(&state[g], 0ull);
      if ((seen & 3) == 0) continue;
      prefix += (unsigned)(seen >> 32);
      if ((seen & 3) == 2) break;
      g--;
    }
    before = prefix;
    atomicExch(&state[group], ((unsigned long long)(prefix + (unsigned)sum) << 32) | 2);
  }
  __syncthreads();
  out[i] = part[threadIdx.x] + before;
}

CASE(scan_that_looks_back) {
  const int groups = 300;
  auto in = noises(groups * 256);
  std::vector<unsigned> out(in.size());
  unsigned sum = 0;
  for (size_t i = 0; i < in.size(); i++) out[i] = sum += in[i];
  Buffer<unsigned> din(in), dout(in.size()), ticket(1);
  Buffer<unsigned long long> state(groups);
  scan_looking_back<<<groups, 256>>>(din.at, dout.at, state.at, ticket.at);
  return different(dout.read(), out);
}
