// DCT: the discrete cosine transform (DCT-II) of a picture's blocks of 8 x 8, and back again.
#include "benchmark.hpp"

using namespace bench;

constexpr size_t side = 8;

/** Weight of basis function u at sample x: orthonormal, so the inverse is the transposed matrix. */
static double basis(size_t u, size_t x) {
  const double scale = std::sqrt((u == 0 ? 1.0 : 2.0) / side);
  return scale * std::cos(static_cast<double>((2 * x + 1) * u) * pi / (2 * side));
}

/** From the definition: for each coefficient the double sum over the samples of its block, in double precision. */
static std::vector<float> transform(const std::vector<float>& samples, size_t width, size_t height) {
  std::vector<double> product(side * side * side * side);
  for (size_t i = 0; i < product.size(); i++)
    product[i] = basis(i >> 9, (i >> 3) & 7) * basis((i >> 6) & 7, i & 7);
  std::vector<float> result(samples.size());
  for (size_t y = 0; y < height; y++) {
    for (size_t x = 0; x < width; x++) {
      const double* weights = &product[((y % side) * side + x % side) * side * side];
      const float* block = &samples[y / side * side * width + x / side * side];
      double sum = 0;
      for (size_t i = 0; i < side * side; i++) sum += weights[i] * block[i / side * width + i % side];
      result[y * width + x] = static_cast<float>(sum);
    }
  }
  return result;
}

static void dct(Benchmark& b) {
  const size_t width = roundUp(b.size('x'), side);
  const size_t height = roundUp(b.size('y'), side);
  std::vector<float> samples(width * height);
  for (float& sample : samples) sample = static_cast<float>(b.random.below(256));
  std::vector<float> matrix;
  for (size_t i = 0; i < side * side; i++) matrix.push_back(static_cast<float>(basis(i / side, i % side)));

  const auto input = b.context.upload(samples, CL_MEM_READ_ONLY);
  const auto coefficients = b.context.buffer<float>(samples.size());
  const auto restored = b.context.buffer<float>(samples.size());
  const auto matrixBuffer = b.context.upload(matrix, CL_MEM_READ_ONLY);
  Kernel forward = b.kernel("dct");
  Kernel backward = b.kernel("dct");
  forward.args(input, coefficients, matrixBuffer, static_cast<cl_uint>(width), cl_uint{0});
  backward.args(coefficients, restored, matrixBuffer, static_cast<cl_uint>(width), cl_uint{1});
  b.repeat([&] {
    b.queue.run(forward, {width, height}, {side, side});
    b.queue.run(backward, {width, height}, {side, side});
  });

  const std::vector<float> result = b.queue.read(coefficients);
  b.show("samples", samples);
  b.show("coefficients", result);
  // Sixteen products, none above 0.5 * 720, are added in two sums of eight: an error of at most 20 * 2^-24 of the sum
  // of the magnitudes, which is at most 2040. The way back adds as much again to samples up to 255.
  b.verify<float>("coefficients", result, [&] { return transform(samples, width, height); }, {2.5e-3, 0});
  b.verify<float>("restored samples", b.queue.read(restored), [&] { return samples; }, {5e-3, 0});
}

int main(int argc, char** argv) {
  Options options("DCT", "Transforms blocks of 8 x 8 samples by the discrete cosine transform and back.");
  options.size('x', 512, "samples in a row (rounded up to a multiple of 8)", 1, 16384);
  options.size('y', 512, "rows (rounded up to a multiple of 8)", 1, 16384);
  return run(argc, argv, options, dct);
}
