// MatrixTranspose: transposes a matrix of any size through tiles in local memory.
#include "benchmark.hpp"

using namespace bench;

static void matrixTranspose(Benchmark& b) {
  const size_t width = b.size('x');
  const size_t height = b.size('y');
  const std::vector<float> matrix = b.random.floats(width * height, -1, 1);

  const auto input = b.context.upload(matrix, CL_MEM_READ_ONLY);
  const auto output = b.context.buffer<float>(matrix.size(), CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("transpose");
  kernel.args(input, output, static_cast<cl_uint>(width), static_cast<cl_uint>(height));
  b.repeat([&] { b.queue.run(kernel, {roundUp(width, 16), roundUp(height, 16)}, {16, 16}); });

  const std::vector<float> transposed = b.queue.read(output);
  b.show("matrix", matrix);
  b.show("transposed", transposed);
  // Only moved: equal.
  b.verify<float>("transposed", transposed, [&] {
    std::vector<float> expected;
    for (size_t column = 0; column < width; column++)
      for (size_t row = 0; row < height; row++) expected.push_back(matrix[row * width + column]);
    return expected;
  });
}

int main(int argc, char** argv) {
  Options options("MatrixTranspose", "Transposes a matrix of floats through local memory.");
  options.size('x', 1024, "columns", 1, 16384);
  options.size('y', 1024, "rows", 1, 16384);
  return run(argc, argv, options, matrixTranspose);
}
