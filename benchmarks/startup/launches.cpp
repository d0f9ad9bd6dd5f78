// Microseconds from clEnqueueNDRangeKernel of an empty kernel to its completion: prints the median and the 90th
// percentile of many.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../common/first-device.hpp"

static void measure(int count) {
  using bench::check;
  const bench::FirstDevice opened;
  const cl_kernel kernel = opened.kernel("__kernel void empty(void) {}", "empty");
  const int warmup = count / 10;
  std::vector<double> times;
  for (int i = 0; i < count + warmup; i++) {
    const size_t items = 64;
    const auto start = std::chrono::steady_clock::now();
    check(clEnqueueNDRangeKernel(opened.queue, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr), "clEnqueueNDRangeKernel");
    check(clFinish(opened.queue), "clFinish");
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    if (i >= warmup) times.push_back(time.count());
  }
  std::sort(times.begin(), times.end());
  std::printf("%.1f %.1f\n", times[times.size() / 2], times[times.size() * 9 / 10]);
}

int main(int argc, char** argv) {
  return bench::exitStatus("launches", [&] { measure(argc > 1 ? std::atoi(argv[1]) : 2000); });
}
