// Cost of a wavefront of a kernel of about ten instructions beside its memory, which stays in the processor's caches:
// prints the least nanoseconds of many launches, over the wavefronts of a launch.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "../common/first-device.hpp"

namespace {

constexpr size_t GROUP = 256;
constexpr size_t LANES = 64;
/** Work-groups that have their own elements; those behind them share theirs. */
constexpr size_t PLACES = 16;
constexpr const char* SOURCE =
    "__kernel void add(__global const float *a, __global const float *b, __global float *c, uint places, uint count) {\n"
    "  const uint place = (get_group_id(0) & places) * get_local_size(0) + get_local_id(0);\n"
    "  if (get_global_id(0) < count) c[place] = a[place] + b[place];\n"
    "}\n";

void measure(size_t wavefronts, int launches) {
  using bench::check;
  const bench::FirstDevice opened;
  const cl_kernel kernel = opened.kernel(SOURCE, "add");
  for (cl_uint n = 0; n < 3; n++) {
    const cl_mem memory = opened.buffer(PLACES * GROUP * sizeof(float));
    check(clSetKernelArg(kernel, n, sizeof memory, &memory), "clSetKernelArg");
  }
  const size_t items = wavefronts * LANES;
  const cl_uint count = static_cast<cl_uint>(items);
  const cl_uint places = PLACES - 1;
  check(clSetKernelArg(kernel, 3, sizeof places, &places), "clSetKernelArg");
  check(clSetKernelArg(kernel, 4, sizeof count, &count), "clSetKernelArg");
  double least = 1e30;
  for (int n = 0; n < launches; n++) {
    const auto start = std::chrono::steady_clock::now();
    check(clEnqueueNDRangeKernel(opened.queue, kernel, 1, nullptr, &items, &GROUP, 0, nullptr, nullptr), "clEnqueueNDRangeKernel");
    check(clFinish(opened.queue), "clFinish");
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    least = std::min(least, time.count() / static_cast<double>(wavefronts));
  }
  std::printf("%.2f\n", least);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::exitStatus("wavefronts", [&] { measure(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1 << 15, 400); });
}
