// MatrixMulImage: multiplies matrices that lie in images of four floats a pixel.
#include "benchmark.hpp"
#include "matrix.hpp"

using namespace bench;

static void matrixMulImage(Benchmark& b) {
  b.device.requireImages();
  const size_t width = roundUp(b.size('x'), 4);
  const size_t height = roundUp(b.size('y'), 4);
  const size_t inner = roundUp(b.size('z'), 4);
  const std::vector<float> left = exactMatrix(b.random, height * inner);
  const std::vector<float> right = exactMatrix(b.random, inner * width);

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
  // The inputs are chosen so that every sum is exact: equal.
  b.verify<float>("C", result, [&] { return multiply(left, right, width, height, inner); });
}

int main(int argc, char** argv) {
  Options options("MatrixMulImage", "Multiplies two matrices of floats that lie in images. Sizes are rounded up to 4.");
  options.size('x', 256, "columns of B and C", 1, 8192);
  options.size('y', 256, "rows of A and C", 1, 8192);
  options.size('z', 256, "columns of A, rows of B", 1, exactInner);
  return run(argc, argv, options, matrixMulImage);
}
