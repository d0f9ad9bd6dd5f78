// MemoryOptimizations: copies the same data by kernels with different patterns of access, and compares their times.
// Buffers are filled and read through mappings of host-accessible memory.
#include <iomanip>

#include "benchmark.hpp"

using namespace bench;

struct Variant {
  const char* kernel;
  Range global;
  Range local;
};

/** The whole buffer, copied out of a mapping. */
static std::vector<float> readMapped(Queue& queue, const Buffer<float>& buffer) {
  float* mapped = queue.map(buffer, CL_MAP_READ);
  const std::vector<float> data(mapped, mapped + buffer.size());
  queue.unmap(buffer, mapped);
  return data;
}

/** Overwrites the whole buffer through a mapping. */
static void writeMapped(Queue& queue, const Buffer<float>& buffer, const std::vector<float>& data) {
  float* mapped = queue.map(buffer, CL_MAP_WRITE_INVALIDATE_REGION);
  std::copy(data.begin(), data.end(), mapped);
  queue.unmap(buffer, mapped);
}

static void memoryOptimizations(Benchmark& b) {
  const size_t side = 64;
  const size_t count = roundUp(b.size('x'), side * side);
  const std::vector<float> data = b.random.floats(count, -1, 1);
  const std::vector<float> cleared(count, 7);  // no element of the data
  const Variant variants[] = {
      {"copyFloat", {count}, {256}},          {"copyFloat4", {count / 4}, {256}},
      {"copy2D", {side, count / side}, {16, 16}}, {"copyStrided", {side, count / side}, {64, 1}},
      {"copyPermuted", {count}, {256}},       {"copyLocal", {count}, {64}},
      {"copyAtomic", {count}, {256}},
  };

  const auto from = b.context.buffer<float>(count, CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR);
  const auto to = b.context.buffer<float>(count, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR);
  writeMapped(b.queue, from, data);
  for (const Variant& variant : variants) {
    Kernel kernel = b.kernel(variant.kernel);
    kernel.args(from, to);
    writeMapped(b.queue, to, cleared);
    const double before = b.queue.kernelSeconds();
    b.repeat([&] { b.queue.run(kernel, variant.global, variant.local); });
    const double seconds = (b.queue.kernelSeconds() - before) / static_cast<double>(b.options.number("iterations"));
    const double bytes = 2.0 * sizeof(float) * static_cast<double>(count);
    if (b.options.has("timing") && seconds > 0)
      std::cout << std::left << std::setw(14) << variant.kernel << 1e-9 * bytes / seconds << " GB/s\n";
    // Only moved: equal.
    b.verify<float>(variant.kernel, readMapped(b.queue, to), [&] { return data; });
  }
  b.show("data", data);
}

int main(int argc, char** argv) {
  Options options("MemoryOptimizations", "Copies floats with different patterns of access; -t prints the bandwidths.");
  options.size('x', 1u << 18, "floats (rounded up to a multiple of 4096)", 1, 1u << 26);
  return run(argc, argv, options, memoryOptimizations);
}
