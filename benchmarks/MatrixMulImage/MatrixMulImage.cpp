// MatrixMulImage: multiplies matrices that lie in images of four floats a pixel.
#include "benchmark.hpp"

using namespace bench;

/** Row by row in double precision. */
static std::vector<float> multiply(const std::vector<float>& a, const std::vector<float>& b, size_t width,
                                   size_t height, size_t inner) {
  std::vector<float> c;
  for (size_t row = 0; row < height; row++) {
    std::vector<double> sums(width, 0.0);
    for (size_t k = 0; k < inner; k++)
      for (size_t column = 0; column < width; column++)
        sums[column] += static_cast<double>(a[row * inner + k]) * static_cast<double>(b[k * width + column]);
    c.insert(c.end(), sums.begin(), sums.end());
  }
  return c;
}

/** Multiples of 1/8 in [-4, 4). */
static std::vector<float> matrix(Random& random, size_t elements) {
  std::vector<float> values(elements);
  for (float& value : values) value = (static_cast<float>(random.below(64)) - 32.0f) / 8.0f;
  return values;
}

static void matrixMulImage(Benchmark& b) {
  b.device.requireImages();
  const size_t width = roundUp(b.size('x'), 4);
  const size_t height = roundUp(b.size('y'), 4);
  const size_t inner = roundUp(b.size('z'), 4);
  const std::vector<float> left = matrix(b.random, height * inner);
  const std::vector<float> right = matrix(b.random, inner * width);

  const Image imageA = b.context.image(inner / 4, height, CL_RGBA, CL_FLOAT, CL_MEM_READ_ONLY, left.data());
  const Image imageB = b.context.image(width / 4, inner, CL_RGBA, CL_FLOAT, CL_MEM_READ_ONLY, right.data());
  const Image imageC = b.context.image(width / 4, height, CL_RGBA, CL_FLOAT, CL_MEM_WRITE_ONLY);
  const Sampler nearest = b.context.sampler(false, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST);
  Kernel kernel = b.kernel("matrixMultiply");
  kernel.args(imageA, imageB, imageC, nearest, static_cast<cl_uint>(inner / 4));
  b.repeat([&] { b.queue.run(kernel, {roundUp(width / 4, 8), roundUp(height / 4, 8)}, {8, 8}); });

  const std::vector<float> result = b.queue.read<float>(imageC, 4);
  b.show("A", left);
  b.show("B", right);
  b.show("C", result);
  // Products are multiples of 1/64 up to 16, and no sum of 8192 of them needs more than 23 bits: every order of
  // summation, fused or not, is exact. So is the comparison.
  b.verify<float>("C", result, [&] { return multiply(left, right, width, height, inner); });
}

int main(int argc, char** argv) {
  Options options("MatrixMulImage", "Multiplies two matrices of floats that lie in images. Sizes are rounded up to 4.");
  options.size('x', 256, "columns of B and C", 1, 8192);
  options.size('y', 256, "rows of A and C", 1, 8192);
  options.size('z', 256, "columns of A, rows of B", 1, 8192);
  return run(argc, argv, options, matrixMulImage);
}
