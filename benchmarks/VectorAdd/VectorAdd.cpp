// VectorAdd: the sum of two vectors of floats, the smallest complete OpenCL program.
#include "benchmark.hpp"

using namespace bench;

static void vectorAdd(Benchmark& b) {
  const size_t count = b.size('x');
  const std::vector<float> left = b.random.floats(count, -1, 1);
  const std::vector<float> right = b.random.floats(count, -1, 1);

  const auto a = b.context.upload(left, CL_MEM_READ_ONLY);
  const auto c = b.context.upload(right, CL_MEM_READ_ONLY);
  const auto sum = b.context.buffer<float>(count, CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("vectorAdd");
  kernel.args(a, c, sum, static_cast<cl_uint>(count));

  const size_t group = 256;
  b.repeat([&] { b.queue.run(kernel, {roundUp(count, group)}, {group}); });

  const std::vector<float> result = b.queue.read(sum);
  b.show("a", left);
  b.show("b", right);
  b.show("a + b", result);
  // IEEE addition is correctly rounded on every device. The inputs are multiples of 2^-52, so no sum is denormal, where
  // devices differ. Equal, therefore.
  b.verify<float>("a + b", result, [&] {
    std::vector<float> expected(count);
    for (size_t i = 0; i < count; i++) expected[i] = left[i] + right[i];
    return expected;
  });
}

int main(int argc, char** argv) {
  Options options("VectorAdd", "Adds two vectors of random floats.");
  options.size('x', 1u << 20, "elements");
  return run(argc, argv, options, vectorAdd);
}
