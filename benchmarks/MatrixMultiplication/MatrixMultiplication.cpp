// MatrixMultiplication: C = A * B, tiled in local memory.
#include "benchmark.hpp"

using namespace bench;

/** Row by row in double precision: another order of summation than the kernel's. */
static std::vector<float> multiply(const std::vector<float>& a, const std::vector<float>& b, size_t width,
                                   size_t height, size_t inner) {
  std::vector<float> c;
  c.reserve(width * height);
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

static void matrixMultiplication(Benchmark& b) {
  const size_t width = b.size('x');
  const size_t height = b.size('y');
  const size_t inner = b.size('z');
  const std::vector<float> left = matrix(b.random, height * inner);
  const std::vector<float> right = matrix(b.random, inner * width);

  const auto bufferA = b.context.upload(left, CL_MEM_READ_ONLY);
  const auto bufferB = b.context.upload(right, CL_MEM_READ_ONLY);
  const auto bufferC = b.context.buffer<float>(width * height, CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("matrixMultiply");
  kernel.args(bufferA, bufferB, bufferC, static_cast<cl_uint>(width), static_cast<cl_uint>(height),
              static_cast<cl_uint>(inner));

  const size_t tile = 16;
  const size_t columns = 4;  // columns of C for each work-item
  const Range global = {roundUp(width, tile * columns) / columns, roundUp(height, tile)};
  b.repeat([&] { b.queue.run(kernel, global, {tile, tile}); });

  const std::vector<float> result = b.queue.read(bufferC);
  b.show("A", left);
  b.show("B", right);
  b.show("C", result);
  // Products are multiples of 1/64 up to 16, and no sum of 8192 of them needs more than 23 bits: every order of
  // summation, fused or not, is exact. So is the comparison.
  b.verify<float>("C", result, [&] { return multiply(left, right, width, height, inner); });
}

int main(int argc, char** argv) {
  Options options("MatrixMultiplication", "Multiplies two matrices of floats, tiled in local memory.");
  options.size('x', 512, "columns of B and C", 1, 16384);
  options.size('y', 512, "rows of A and C", 1, 16384);
  options.size('z', 512, "columns of A, rows of B", 1, 8192);
  return run(argc, argv, options, matrixMultiplication);
}
