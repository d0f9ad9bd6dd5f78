// SimpleConvolution: convolves a matrix with a small mask.
#include "benchmark.hpp"

using namespace bench;

/** Every input element adds its part to all outputs around it. */
static std::vector<cl_int> convolve(const std::vector<cl_int>& input, const std::vector<cl_int>& mask, long width,
                                    long height, long side) {
  std::vector<cl_int> output(input.size(), 0);
  for (long y = 0; y < height; y++)
    for (long x = 0; x < width; x++)
      for (long j = 0; j < side; j++)
        for (long i = 0; i < side; i++) {
          const long toX = x + i - side / 2;
          const long toY = y + j - side / 2;
          if (toX < 0 || toY < 0 || toX >= width || toY >= height) continue;
          output[static_cast<size_t>(toY * width + toX)] +=
              input[static_cast<size_t>(y * width + x)] * mask[static_cast<size_t>(j * side + i)];
        }
  return output;
}

static void simpleConvolution(Benchmark& b) {
  const size_t width = b.size('x');
  const size_t height = b.size('y');
  const size_t side = b.options.number("mask") | 1;
  const std::vector<cl_int> input = b.random.integers<cl_int>(width * height, 256);
  std::vector<cl_int> mask = b.random.integers<cl_int>(side * side, 31);
  for (cl_int& weight : mask) weight -= 15;

  const auto inputBuffer = b.context.upload(input, CL_MEM_READ_ONLY);
  const auto maskBuffer = b.context.upload(mask, CL_MEM_READ_ONLY);
  const auto outputBuffer = b.context.buffer<cl_int>(input.size(), CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("convolve");
  kernel.args(inputBuffer, maskBuffer, outputBuffer, static_cast<cl_int>(width), static_cast<cl_int>(height),
              static_cast<cl_int>(side));
  b.repeat([&] { b.queue.run(kernel, {roundUp(width, 64), height}, {64, 1}); });

  const std::vector<cl_int> output = b.queue.read(outputBuffer);
  b.show("input", input);
  b.show("mask", mask);
  b.show("output", output);
  // Integers below 2^31: equal.
  b.verify<cl_int>("output", output, [&] {
    return convolve(input, mask, static_cast<long>(width), static_cast<long>(height), static_cast<long>(side));
  });
}

int main(int argc, char** argv) {
  Options options("SimpleConvolution", "Convolves a random matrix with a random mask.");
  options.size('x', 512, "columns", 1, 16384);
  options.size('y', 512, "rows", 1, 16384);
  options.number("mask", 'm', 3, 1, 63, "rows and columns of the mask (an even number becomes the next odd one)");
  return run(argc, argv, options, simpleConvolution);
}
