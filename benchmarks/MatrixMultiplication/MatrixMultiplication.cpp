// MatrixMultiplication: C = A * B, tiled in local memory.
#include "benchmark.hpp"
#include "matrix.hpp"

using namespace bench;

static void matrixMultiplication(Benchmark& b) {
  const size_t width = b.size('x');
  const size_t height = b.size('y');
  const size_t inner = b.size('z');
  const std::vector<float> left = exactMatrix(b.random, height * inner);
  const std::vector<float> right = exactMatrix(b.random, inner * width);

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
  // The inputs are chosen so that every sum is exact: equal.
  b.verify<float>("C", result, [&] { return multiply(left, right, width, height, inner); });
}

int main(int argc, char** argv) {
  Options options("MatrixMultiplication", "Multiplies two matrices of floats, tiled in local memory.");
  options.size('x', 512, "columns of B and C", 1, 16384);
  options.size('y', 512, "rows of A and C", 1, 16384);
  options.size('z', 512, "columns of A, rows of B", 1, exactInner);
  return run(argc, argv, options, matrixMultiplication);
}
