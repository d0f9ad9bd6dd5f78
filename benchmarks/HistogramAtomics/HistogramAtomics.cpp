// HistogramAtomics: counts bins by atomic operations on local and global memory.
#include "benchmark.hpp"

using namespace bench;

constexpr size_t group = 256;

static void histogramAtomics(Benchmark& b) {
  const size_t count = b.size('x');
  const size_t bins = b.options.number("bins");
  // The smaller of two random bins: low bins are contended for.
  std::vector<cl_uint> data(count);
  for (cl_uint& value : data) value = static_cast<cl_uint>(std::min(b.random.below(bins), b.random.below(bins)));
  b.device.requireLocalMemory(bins * sizeof(cl_uint));

  const auto input = b.context.upload(data, CL_MEM_READ_ONLY);
  const auto result = b.context.buffer<cl_uint>(bins);
  Kernel kernel = b.kernel("histogram");
  kernel.args(input, result, Local{bins * sizeof(cl_uint)}, static_cast<cl_uint>(count), static_cast<cl_uint>(bins));
  const size_t groups = std::max<size_t>(1, std::min<size_t>(64, count / group));
  b.repeat([&] {
    const cl_uint zero = 0;
    check(clEnqueueFillBuffer(b.queue.get(), result.get(), &zero, sizeof zero, 0, result.bytes(), 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
    b.queue.run(kernel, {groups * group}, {group});
  });

  const std::vector<cl_uint> counts = b.queue.read(result);
  b.show("data", data);
  b.show("histogram", counts);
  // Counts: equal.
  b.verify<cl_uint>("histogram", counts, [&] {
    std::vector<cl_uint> expected(bins, 0);
    for (const cl_uint value : data) expected[value]++;
    return expected;
  });
}

int main(int argc, char** argv) {
  Options options("HistogramAtomics", "Counts how often each bin occurs in random data, by atomic operations.");
  options.size('x', 1u << 20, "values");
  options.number("bins", 'b', 256, 1, 4096, "bins");
  return run(argc, argv, options, histogramAtomics);
}
