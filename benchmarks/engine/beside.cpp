// The same kernels through OpenCL, whatever its platform, and as native C on one thread.
//
// beside opencl|native matrix|copy|stride|gather|groups SIZE REPEATS WARMUP
//
// Prints the milliseconds of each repetition: from the enqueue to the end of clFinish, or around the native loop.
// WARMUP milliseconds of launches, one at least, come before and are not counted. Results are checked. `groups`
// launches SIZE work-groups of 64 work-items; the others compute SIZE (matrix: SIZE x SIZE) elements.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "../common/first-device.hpp"

namespace {

using bench::check;

constexpr int kStride = 16;
constexpr int kRounds = 64;

const char* const kSource = R"CL(
__kernel void matrix(__global const float* a, __global const float* b, __global float* c, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
__kernel void copy(__global const float* a, __global const float* b, __global float* c, int n) {
  int i = get_global_id(0);
  c[i] = a[i];
}
__kernel void stride(__global const float* a, __global const float* b, __global float* c, int n) {
  int i = get_global_id(0);
  c[i] = a[(i * 16) & (n - 1)];
}
__kernel void gather(__global const float* a, __global const float* b, __global float* c, int n) {
  int i = get_global_id(0);
  c[i] = a[(i * 0x9e3779b1u) & (n - 1)];
}
__kernel void groups(__global const float* a, __global const float* b, __global float* c, int n) {
  int i = get_global_id(0);
  float x = i & 1023;
  for (int k = 0; k < 64; k++) x = x * 0.5f + k;
  c[i & 1023] = x;
}
)CL";

struct Work {
  std::string kind;
  size_t size;

  size_t elements() const { return kind == "matrix" ? size * size : kind == "groups" ? 1024 : size; }
  std::vector<float> first() const {
    std::vector<float> values(elements());
    for (size_t i = 0; i < values.size(); i++) values[i] = static_cast<float>(i % 7) - 3;
    return values;
  }
  std::vector<float> second() const {
    std::vector<float> values(kind == "matrix" ? elements() : 1);
    for (size_t i = 0; i < values.size(); i++) values[i] = static_cast<float>(i % 5) - 2;
    return values;
  }
};

void native(const Work& work, const float* __restrict a, const float* __restrict b, float* __restrict c) {
  const size_t n = work.size;
  if (work.kind == "matrix") {
    // Row by row, for the caches.
    std::memset(c, 0, n * n * sizeof(float));
    for (size_t y = 0; y < n; y++)
      for (size_t k = 0; k < n; k++)
        for (size_t x = 0; x < n; x++) c[y * n + x] += a[y * n + k] * b[k * n + x];
  } else if (work.kind == "copy") {
    for (size_t i = 0; i < n; i++) c[i] = a[i];
  } else if (work.kind == "stride") {
    for (size_t i = 0; i < n; i++) c[i] = a[(i * kStride) & (n - 1)];
  } else if (work.kind == "gather") {
    for (size_t i = 0; i < n; i++) c[i] = a[(static_cast<uint32_t>(i) * 0x9e3779b1u) & (n - 1)];
  } else {
    for (size_t i = 0; i < n * 64; i++) {
      float x = static_cast<float>(i & 1023);
      for (int k = 0; k < kRounds; k++) x = x * 0.5f + static_cast<float>(k);
      c[i & 1023] = x;
    }
  }
}

/** One repetition; the buffers belong to its creator. */
using Once = std::function<void()>;

double timeOf(const Once& once) {
  const auto start = std::chrono::steady_clock::now();
  once();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

struct Effort {
  int repeats;
  double warmup;
};

void measure(const Once& once, const Effort& effort) {
  double spent = 0;
  do spent += timeOf(once);
  while (spent < effort.warmup);
  for (int i = 0; i < effort.repeats; i++) std::printf("%.6f\n", timeOf(once));
}

void compare(const std::vector<float>& found, const std::vector<float>& expected) {
  for (size_t i = 0; i < expected.size(); i++) {
    const float difference = found[i] - expected[i];
    if (!(difference < 1e-3f && difference > -1e-3f)) throw bench::Error("element " + std::to_string(i) + " is wrong");
  }
}

void runOpencl(const Work& work, const Effort& effort) {
  const bench::FirstDevice opened;
  const cl_command_queue queue = opened.queue;
  const cl_kernel kernel = opened.kernel(kSource, work.kind.c_str());
  std::vector<float> a = work.first(), b = work.second(), c(work.elements());
  const auto buffer = [&](std::vector<float>& values) { return opened.buffer(values.size() * sizeof(float), values.data()); };
  cl_mem buffers[] = {buffer(a), buffer(b), buffer(c)};
  const cl_int n = static_cast<cl_int>(work.size);
  for (cl_uint i = 0; i < 3; i++) check(clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
  check(clSetKernelArg(kernel, 3, sizeof n, &n), "clSetKernelArg");
  const bool square = work.kind == "matrix";
  const size_t items = work.kind == "groups" ? work.size * 64 : work.size;
  const size_t global[] = {items, work.size};
  const size_t local[] = {square ? size_t{16} : size_t{64}, 16};
  measure(
      [&] {
        check(clEnqueueNDRangeKernel(queue, kernel, square ? 2 : 1, nullptr, global, local, 0, nullptr, nullptr), "clEnqueueNDRangeKernel");
        check(clFinish(queue), "clFinish");
      },
      effort);
  check(clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 0, c.size() * sizeof(float), c.data(), 0, nullptr, nullptr), "clEnqueueReadBuffer");
  // Few work-groups fill the beginning only.
  if (work.kind == "groups") c.resize(items < c.size() ? items : c.size());
  std::vector<float> expected(work.elements());
  native(work, a.data(), b.data(), expected.data());
  expected.resize(c.size());
  compare(c, expected);
}

void runNative(const Work& work, const Effort& effort) {
  std::vector<float> a = work.first(), b = work.second(), c(work.elements());
  measure([&] { native(work, a.data(), b.data(), c.data()); }, effort);
  float sum = 0;
  for (float value : c) sum += value;
  // The results are used, so that the loops stay.
  std::fprintf(stderr, "sum %g\n", static_cast<double>(sum));
}

}  // namespace

int main(int argc, char** argv) {
  return bench::exitStatus("beside", [&] {
    if (argc != 6) throw bench::Error("usage: beside opencl|native matrix|copy|stride|gather|groups SIZE REPEATS WARMUP");
    const Work work{argv[2], std::strtoull(argv[3], nullptr, 10)};
    const Effort effort{std::atoi(argv[4]), std::atof(argv[5])};
    if (std::string(argv[1]) == "native")
      runNative(work, effort);
    else
      runOpencl(work, effort);
  });
}
