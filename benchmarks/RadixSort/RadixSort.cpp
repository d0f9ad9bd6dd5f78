// RadixSort: sorts integers digit by digit.
#include "benchmark.hpp"

using namespace bench;

constexpr size_t runLength = 16;      // elements of a run, as in the kernels
constexpr size_t digits = 16;
constexpr cl_uint digitBits = 4;
constexpr size_t group = 256;

static void radixSort(Benchmark& b) {
  const size_t count = b.size('x');
  const std::vector<cl_uint> values = b.random.integers<cl_uint>(count, uint64_t{1} << 32);
  const size_t runs = (count + runLength - 1) / runLength;
  const cl_uint length = static_cast<cl_uint>(count);
  const cl_uint runCount = static_cast<cl_uint>(runs);

  const Buffer<cl_uint> data[2] = {b.context.buffer<cl_uint>(count), b.context.buffer<cl_uint>(count)};
  const auto counts = b.context.buffer<cl_uint>(digits * runs);
  Kernel countDigits = b.kernel("countDigits");
  Kernel scanCounts = b.kernel("scanCounts");
  Kernel scatter = b.kernel("scatter");
  const Range global = {roundUp(runs, 64)};
  b.repeat([&] {
    b.queue.write(data[0], values);
    for (cl_uint shift = 0; shift < 32; shift += digitBits) {
      const size_t from = shift / digitBits % 2;
      countDigits.args(data[from], counts, length, runCount, shift);
      scanCounts.args(counts, static_cast<cl_uint>(digits * runs));
      scatter.args(data[from], data[1 - from], counts, length, runCount, shift);
      b.queue.run(countDigits, global, {64});
      b.queue.run(scanCounts, {group}, {group});
      b.queue.run(scatter, global, {64});
    }
  });

  const std::vector<cl_uint> sorted = b.queue.read(data[0]);
  b.show("values", values);
  b.show("sorted", sorted);
  // Integers: equal.
  b.verify<cl_uint>("sorted", sorted, [&] {
    std::vector<cl_uint> expected = values;
    std::sort(expected.begin(), expected.end());
    return expected;
  });
}

int main(int argc, char** argv) {
  Options options("RadixSort", "Sorts random integers by their digits.");
  options.size('x', 1u << 16, "elements", 1, 1u << 24);
  return run(argc, argv, options, radixSort);
}
