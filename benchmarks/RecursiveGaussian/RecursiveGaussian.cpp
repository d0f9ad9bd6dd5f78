// RecursiveGaussian: blurs a picture by Deriche's recursive filter.
#include "benchmark.hpp"
#include "picture.hpp"

using namespace bench;

/** The kernel's structure of the same name. */
struct Coefficients {
  cl_float a0, a1, a2, a3, b1, b2, startDown, startUp;
};

/** The parameter alpha of Deriche's operator for a Gaussian of standard deviation sigma, in pixels. */
static double alphaOf(double sigma) { return 1.695 / sigma; }

/** Factor that makes the weights (alpha |n| + 1) exp(-alpha |n|) add up to 1. */
static double normalization(double alpha) {
  const double e = std::exp(-alpha);
  return (1 - e) * (1 - e) / (1 + 2 * alpha * e - e * e);
}

static Coefficients coefficients(double alpha) {
  const double e = std::exp(-alpha);
  const double k = normalization(alpha);
  const double a0 = k, a1 = k * e * (alpha - 1), a2 = k * e * (alpha + 1), a3 = -k * e * e;
  const double feedback = (1 - e) * (1 - e);  // 1 + b1 + b2
  return {static_cast<float>(a0), static_cast<float>(a1), static_cast<float>(a2), static_cast<float>(a3),
          static_cast<float>(-2 * e), static_cast<float>(e * e), static_cast<float>((a0 + a1) / feedback),
          static_cast<float>((a2 + a3) / feedback)};
}

/** One direction by convolution with the filter's impulse response in double precision, as far as it is above 1e-10. */
static std::vector<double> convolve(const std::vector<double>& input, size_t width, size_t height, size_t stepX,
                                    size_t stepY, double alpha) {
  std::vector<double> weights;
  for (double n = 0; (alpha * n + 1) * std::exp(-alpha * n) > 1e-10; n++)
    weights.push_back(normalization(alpha) * (alpha * n + 1) * std::exp(-alpha * n));
  const long radius = static_cast<long>(weights.size()) - 1;
  std::vector<double> output(input.size());
  for (size_t y = 0; y < height; y++) {
    for (size_t x = 0; x < width; x++) {
      for (long n = -radius; n <= radius; n++) {
        const size_t from = static_cast<size_t>(std::clamp(static_cast<long>(x) + n, 0L, static_cast<long>(width) - 1));
        for (size_t channel = 0; channel < 4; channel++)
          output[x * stepX + y * stepY + channel] +=
              weights[static_cast<size_t>(std::labs(n))] * input[from * stepX + y * stepY + channel];
      }
    }
  }
  return output;
}

static void recursiveGaussian(Benchmark& b) {
  const Picture picture = inputPicture(b.options, b.random);
  const size_t width = picture.width;
  const size_t height = picture.height;
  const double alpha = alphaOf(static_cast<double>(b.options.number("sigma")));
  const std::vector<float> pixels(picture.rgba.begin(), picture.rgba.end());

  const auto input = b.context.upload(pixels, CL_MEM_READ_ONLY);
  const auto filtered = b.context.buffer<float>(pixels.size());
  const auto transposed = b.context.buffer<float>(pixels.size());
  Kernel filter = b.kernel("filterColumns");
  Kernel transpose = b.kernel("transpose");
  const auto pass = [&](const Buffer<float>& source, size_t columns, size_t rows) {
    const cl_uint x = static_cast<cl_uint>(columns);
    const cl_uint y = static_cast<cl_uint>(rows);
    filter.args(source, filtered, x, y, coefficients(alpha));
    b.queue.run(filter, {roundUp(columns, 64)}, {64});
    transpose.args(filtered, transposed, x, y);
    b.queue.run(transpose, {roundUp(columns, 16), roundUp(rows, 16)}, {16, 16});
  };
  b.repeat([&] {
    pass(input, width, height);
    pass(transposed, height, width);
  });

  const std::vector<float> output = b.queue.read(transposed);
  b.show("input", pixels);
  b.show("output", output);
  Picture result(width, height);
  for (size_t i = 0; i < output.size(); i++)
    result.rgba[i] = static_cast<uint8_t>(std::clamp(std::lround(output[i]), 0L, 255L));
  writeOutput(b.options, result);
  // A recursion with 1 + b1 + b2 = (1 - exp(-alpha))^2 amplifies the rounding of its four terms and of its coefficients
  // by the inverse of that; there are four recursions, colours go up to 255.
  const double e = 1 - std::exp(-alpha);
  b.verify<float>("output", output, [&] {
    const std::vector<double> start(pixels.begin(), pixels.end());
    const std::vector<double> rows = convolve(start, width, height, 4, width * 4, alpha);
    const std::vector<double> both = convolve(rows, height, width, width * 4, 4, alpha);
    return std::vector<float>(both.begin(), both.end());
  }, {16 * 255 * 0x1p-24 / (e * e), 0});
}

int main(int argc, char** argv) {
  Options options("RecursiveGaussian", "Blurs a picture by a recursive Gaussian filter.");
  declarePicture(options, 256, 256);
  options.number("sigma", 's', 5, 1, 50, "standard deviation of the Gaussian, pixels");
  return run(argc, argv, options, recursiveGaussian);
}
