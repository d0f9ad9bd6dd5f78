// FastWalshTransform: the Walsh-Hadamard transform of a vector, one launch for each power of two.
#include "benchmark.hpp"

using namespace bench;

/** Element (i, j) of the Hadamard matrix, Sylvester's order: -1 for an odd number of common bits. */
static double hadamard(size_t i, size_t j) { return __builtin_popcountll(i & j) & 1 ? -1 : 1; }

/**
 * The data as a matrix of `rows` x `columns` with a Hadamard matrix multiplied from each side (the large matrix is the
 * Kronecker product of the two). No butterflies.
 */
static std::vector<float> transform(const std::vector<float>& data, size_t rows) {
  const size_t columns = data.size() / rows;
  std::vector<double> half(data.size(), 0);
  std::vector<double> full(data.size(), 0);
  for (size_t row = 0; row < rows; row++)
    for (size_t k = 0; k < rows; k++)
      for (size_t column = 0; column < columns; column++)
        half[row * columns + column] += hadamard(row, k) * data[k * columns + column];
  for (size_t k = 0; k < columns; k++) {
    std::vector<double> signs(columns);
    for (size_t column = 0; column < columns; column++) signs[column] = hadamard(k, column);
    for (size_t row = 0; row < rows; row++)
      for (size_t column = 0; column < columns; column++)
        full[row * columns + column] += half[row * columns + k] * signs[column];
  }
  return std::vector<float>(full.begin(), full.end());
}

static void fastWalshTransform(Benchmark& b) {
  size_t length = 2;
  while (length < b.size('x')) length *= 2;
  size_t rows = 1;
  while (rows * rows < length) rows *= 2;
  std::vector<float> input(length);
  for (float& value : input) value = static_cast<float>(b.random.below(15)) - 7.0f;

  const auto data = b.context.buffer<float>(length);
  Kernel kernel = b.kernel("fastWalshPass");
  b.repeat([&] {
    b.queue.write(data, input);
    for (size_t span = 1; span < length; span *= 2) {
      kernel.args(data, static_cast<cl_uint>(span));
      b.queue.run(kernel, {length / 2});
    }
  });

  const std::vector<float> output = b.queue.read(data);
  b.show("input", input);
  b.show("output", output);
  // Integers of at most 7 * 2^21 < 2^24: every sum is exact, in any order. Equal.
  b.verify<float>("output", output, [&] { return transform(input, rows); });
}

int main(int argc, char** argv) {
  Options options("FastWalshTransform", "Transforms a vector by the Walsh-Hadamard matrix.");
  options.size('x', 1u << 17, "elements (rounded up to a power of two)", 1, 1u << 21);
  return run(argc, argv, options, fastWalshTransform);
}
