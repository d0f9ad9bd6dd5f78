// Measures, and asserts nothing about time: launch and transfer latencies in microseconds, to read beside another
// implementation's. COUNT in the environment: repetitions.
#include <algorithm>
#include <chrono>

#include "harness.h"

static const char* kSource = "__kernel void empty(__global int* data) {}\n";

template <class Body>
static void measure(const char* name, int count, Body body) {
  std::vector<double> times;
  for (int i = 0; i < count; i++) {
    auto start = std::chrono::steady_clock::now();
    body();
    times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  printf("%-34s min %8.1f  p50 %8.1f  p90 %8.1f us\n", name, times[0], times[count / 2], times[count * 9 / 10]);
}

int main() {
  Fixture f;
  const char* text = getenv("COUNT");
  const int count = text ? atoi(text) : 1000;
  cl_kernel kernel = f.kernel(kSource, "empty");
  cl_mem data = f.buffer(1 << 20);
  clSetKernelArg(kernel, 0, sizeof data, &data);
  size_t one = 1;
  std::vector<char> memory(1 << 20);
  auto launch = [&] { clEnqueueNDRangeKernel(f.queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr); };
  measure("enqueue of an empty kernel", count, launch);
  clFinish(f.queue);
  measure("empty kernel, enqueue to finish", count, [&] { launch(), clFinish(f.queue); });
  measure("empty kernel, then blocking read", count, [&] {
    launch();
    clEnqueueReadBuffer(f.queue, data, CL_TRUE, 0, 4, memory.data(), 0, nullptr, nullptr);
  });
  measure("100 empty kernels, then finish", count / 50 + 1, [&] {
    for (int i = 0; i < 100; i++) launch();
    clFinish(f.queue);
  });
  measure("blocking write of 4 bytes", count, [&] { clEnqueueWriteBuffer(f.queue, data, CL_TRUE, 0, 4, memory.data(), 0, nullptr, nullptr); });
  measure("blocking read of 1 MiB", count / 10 + 1, [&] { clEnqueueReadBuffer(f.queue, data, CL_TRUE, 0, 1 << 20, memory.data(), 0, nullptr, nullptr); });
  measure("map and unmap", count, [&] {
    cl_int error;
    void* view = clEnqueueMapBuffer(f.queue, data, CL_TRUE, CL_MAP_READ, 0, 4096, 0, nullptr, nullptr, &error);
    clEnqueueUnmapMemObject(f.queue, data, view, 0, nullptr, nullptr);
    clFinish(f.queue);
  });
  clReleaseKernel(kernel);
  clReleaseMemObject(data);
  return 0;
}
