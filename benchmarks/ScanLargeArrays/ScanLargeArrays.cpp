// ScanLargeArrays: exclusive prefix sums of an array of any size, in blocks.
#include <numeric>

#include "benchmark.hpp"

using namespace bench;

constexpr size_t group = 256;
constexpr size_t block = 2 * group;

/** The sums of one level: `sums` holds the array's prefix sums, `blockSums` one element a block. */
struct Level {
  Buffer<cl_uint> sums;
  Buffer<cl_uint> blockSums;
};

static void scanLargeArrays(Benchmark& b) {
  const size_t count = b.size('x');
  const std::vector<cl_uint> values = b.random.integers<cl_uint>(count, uint64_t{1} << 32);
  const auto input = b.context.upload(values, CL_MEM_READ_ONLY);
  std::vector<Level> levels;
  for (size_t size = count;; size = levels.back().blockSums.size()) {
    levels.push_back({b.context.buffer<cl_uint>(size), b.context.buffer<cl_uint>((size + block - 1) / block)});
    if (levels.back().blockSums.size() == 1) break;
  }

  Kernel scan = b.kernel("scanBlocks");
  Kernel add = b.kernel("addBlockSums");
  b.repeat([&] {
    const Buffer<cl_uint>* from = &input;
    for (const Level& level : levels) {
      scan.args(*from, level.sums, level.blockSums, static_cast<cl_uint>(from->size()));
      b.queue.run(scan, {level.blockSums.size() * group}, {group});
      from = &level.blockSums;
    }
    for (size_t i = levels.size() - 1; i-- > 0;) {
      add.args(levels[i].sums, levels[i + 1].sums, static_cast<cl_uint>(levels[i].sums.size()));
      b.queue.run(add, {roundUp(levels[i].sums.size(), group)}, {group});
    }
  });

  const std::vector<cl_uint> sums = b.queue.read(levels[0].sums);
  b.show("values", values);
  b.show("sums", sums);
  // Integers modulo 2^32: equal.
  b.verify<cl_uint>("sums", sums, [&] {
    std::vector<cl_uint> expected(count);
    std::exclusive_scan(values.begin(), values.end(), expected.begin(), cl_uint{0});
    return expected;
  });
}

int main(int argc, char** argv) {
  Options options("ScanLargeArrays", "Computes the prefix sums of a large array.");
  options.size('x', 1u << 18, "elements");
  return run(argc, argv, options, scanLargeArrays);
}
