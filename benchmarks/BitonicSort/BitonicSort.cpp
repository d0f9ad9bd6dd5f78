// BitonicSort: sorts integers by a sorting network, one launch for each pass.
#include "benchmark.hpp"

using namespace bench;

static void bitonicSort(Benchmark& b) {
  const size_t count = b.size('x');
  const bool descending = b.options.has("descending");
  const std::vector<cl_uint> values = b.random.integers<cl_uint>(count, uint64_t{1} << 32);

  // The network needs a power of two, at least 2. Padding sorts behind everything else.
  cl_uint stages = 1;
  while ((size_t{1} << stages) < count) stages++;
  std::vector<cl_uint> padded = values;
  padded.resize(size_t{1} << stages, descending ? 0 : CL_UINT_MAX);

  const auto data = b.context.buffer<cl_uint>(padded.size());
  Kernel kernel = b.kernel("bitonicPass");
  b.repeat([&] {
    b.queue.write(data, padded);
    for (cl_uint stage = 0; stage < stages; stage++) {
      for (cl_uint distance = stage + 1; distance-- > 0;) {
        kernel.args(data, stage, distance, static_cast<cl_uint>(descending));
        b.queue.run(kernel, {padded.size() / 2});
      }
    }
  });

  const std::vector<cl_uint> sorted = b.queue.read(data);
  b.show("values", values);
  b.show("sorted", sorted);
  // Integers: equal.
  b.verify<cl_uint>("sorted", sorted, [&] {
    std::vector<cl_uint> expected = padded;
    std::sort(expected.begin(), expected.end());
    if (descending) std::reverse(expected.begin(), expected.end());
    return expected;
  });
}

int main(int argc, char** argv) {
  Options options("BitonicSort", "Sorts random integers by a bitonic network.");
  options.size('x', 1u << 15, "elements", 1, 1u << 26);
  options.flag("descending", 'D', "sort from large to small");
  return run(argc, argv, options, bitonicSort);
}
