// Template: the pattern that the other programs follow, to be copied for a new one.
#include "benchmark.hpp"

using namespace bench;

/** Everything between the command line and the verdict. */
static void multiplyByConstant(Benchmark& b) {
  // Inputs, from the options and the seeded random numbers.
  const size_t count = b.size('x');
  const cl_uint multiplier = static_cast<cl_uint>(b.options.number("multiplier"));
  const std::vector<cl_uint> values = b.random.integers<cl_uint>(count, uint64_t{1} << 32);

  // Buffers and the kernel of Template_Kernels.cl. Arguments have exactly the types of the kernel's parameters.
  const auto input = b.context.upload(values, CL_MEM_READ_ONLY);
  const auto output = b.context.buffer<cl_uint>(count, CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("multiplyByConstant");
  kernel.args(input, output, multiplier, static_cast<cl_uint>(count));

  // The part that is repeated and measured.
  b.repeat([&] { b.queue.run(kernel, {roundUp(count, 64)}, {64}); });

  // Results: shown, and compared with a reference that is computed only when --verify requests it. A tolerance, where
  // there must be one, comes with its reason. Here: products modulo 2^32, equal.
  const std::vector<cl_uint> products = b.queue.read(output);
  b.show("input", values);
  b.show("output", products);
  b.verify<cl_uint>("output", products, [&] {
    std::vector<cl_uint> expected;
    for (const uint64_t value : values) expected.push_back(static_cast<cl_uint>(value * multiplier));
    return expected;
  });
}

int main(int argc, char** argv) {
  Options options("Template", "Multiplies random integers by a constant.");
  options.size('x', 1u << 16, "elements");
  options.number("multiplier", 'm', 3, 0, UINT32_MAX, "the constant");
  return run(argc, argv, options, multiplyByConstant);
}
