// Histogram: counts bytes with private counters in local memory.
#include "benchmark.hpp"

using namespace bench;

constexpr size_t bins = 256;
constexpr size_t group = 64;
constexpr size_t valuesPerGroup = 128 * group;  // as in the kernel

static void histogram(Benchmark& b) {
  const size_t count = b.size('x') * b.size('y');
  // The larger of two random bytes: no two bins are expected to be equal.
  std::vector<uint8_t> data(count);
  for (uint8_t& value : data) value = static_cast<uint8_t>(std::max(b.random.below(bins), b.random.below(bins)));
  const size_t groups = (count + valuesPerGroup - 1) / valuesPerGroup;

  const auto input = b.context.upload(data, CL_MEM_READ_ONLY);
  const auto partial = b.context.buffer<cl_uint>(groups * bins);
  const auto result = b.context.buffer<cl_uint>(bins, CL_MEM_WRITE_ONLY);
  Kernel countBytes = b.kernel("countBytes");
  Kernel addGroups = b.kernel("addGroups");
  countBytes.args(input, partial, static_cast<cl_uint>(count));
  addGroups.args(partial, result, static_cast<cl_uint>(groups));
  b.repeat([&] {
    b.queue.run(countBytes, {groups * group}, {group});
    b.queue.run(addGroups, {bins}, {group});
  });

  const std::vector<cl_uint> counts = b.queue.read(result);
  b.show("data", data);
  b.show("histogram", counts);
  // Counts: equal.
  b.verify<cl_uint>("histogram", counts, [&] {
    std::vector<cl_uint> expected(bins, 0);
    for (const uint8_t value : data) expected[value]++;
    return expected;
  });
}

int main(int argc, char** argv) {
  Options options("Histogram", "Counts how often each byte occurs in random data.");
  options.size('x', 1024, "bytes in a row", 1, 32768);
  options.size('y', 512, "rows", 1, 32768);
  return run(argc, argv, options, histogram);
}
