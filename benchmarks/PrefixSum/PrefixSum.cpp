// PrefixSum: inclusive prefix sums of 64-bit integers.
#include <numeric>

#include "benchmark.hpp"

using namespace bench;

constexpr size_t group = 256;

static void prefixSum(Benchmark& b) {
  const size_t count = b.size('x');
  std::vector<cl_ulong> values(count);
  for (cl_ulong& value : values) value = b.random.bits();

  const auto input = b.context.upload(values, CL_MEM_READ_ONLY);
  const auto sums = b.context.buffer<cl_ulong>(count);
  Kernel scanGroup = b.kernel("scanGroup");
  Kernel joinBlocks = b.kernel("joinBlocks");
  scanGroup.args(input, sums, static_cast<cl_uint>(count));
  b.repeat([&] {
    b.queue.run(scanGroup, {roundUp(count, group)}, {group});
    for (size_t block = group; block < count; block *= 2) {
      joinBlocks.args(sums, static_cast<cl_uint>(block), static_cast<cl_uint>(count));
      b.queue.run(joinBlocks, {roundUp(count, 2 * block) / 2}, {group});
    }
  });

  const std::vector<cl_ulong> result = b.queue.read(sums);
  b.show("values", values);
  b.show("sums", result);
  // Integers modulo 2^64: equal.
  b.verify<cl_ulong>("sums", result, [&] {
    std::vector<cl_ulong> expected(count);
    std::partial_sum(values.begin(), values.end(), expected.begin());
    return expected;
  });
}

int main(int argc, char** argv) {
  Options options("PrefixSum", "Computes the prefix sums of random integers.");
  options.size('x', 1u << 16, "elements", 1, 1u << 26);
  return run(argc, argv, options, prefixSum);
}
