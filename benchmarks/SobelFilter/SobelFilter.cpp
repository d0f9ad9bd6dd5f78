// SobelFilter: edges of a picture.
#include "benchmark.hpp"
#include "picture.hpp"

using namespace bench;

/** Each mask as smoothing along one axis, (1 2 1), after the difference along the other, (-1 0 1). */
static std::vector<uint8_t> edges(const Picture& picture) {
  const size_t width = picture.width;
  const size_t height = picture.height;
  Picture result(width, height);
  for (size_t i = 0; i < width * height; i++) std::fill_n(&result.rgba[i * 4], 3, uint8_t{0});
  for (size_t channel = 0; channel < 3; channel++) {
    const auto at = [&](size_t x, size_t y) { return static_cast<int>(picture.pixel(x, y)[channel]); };
    for (size_t y = 1; y + 1 < height; y++) {
      for (size_t x = 1; x + 1 < width; x++) {
        int gx = 0;
        int gy = 0;
        for (size_t k = 0; k < 3; k++) {
          const int smooth = k == 1 ? 2 : 1;
          gx += smooth * (at(x + 1, y + k - 1) - at(x - 1, y + k - 1));
          gy += smooth * (at(x + k - 1, y + 1) - at(x + k - 1, y - 1));
        }
        // The root of an integer below 2^53 is correctly rounded, and so its integral part is right.
        const double length = std::sqrt(static_cast<double>(gx * gx + gy * gy));
        result.pixel(x, y)[channel] = static_cast<uint8_t>(std::min(255, static_cast<int>(length) / 2));
      }
    }
  }
  return result.rgba;
}

static void sobelFilter(Benchmark& b) {
  const Picture picture = inputPicture(b.options, b.random);
  const auto input = b.context.upload(picture.rgba, CL_MEM_READ_ONLY);
  const auto output = b.context.buffer<uint8_t>(picture.rgba.size(), CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("sobelFilter");
  kernel.args(input, output, static_cast<cl_uint>(picture.width), static_cast<cl_uint>(picture.height));
  b.repeat([&] { b.queue.run(kernel, {roundUp(picture.width, 64), picture.height}, {64, 1}); });

  Picture result(picture.width, picture.height);
  result.rgba = b.queue.read(output);
  b.show("input", picture.rgba);
  b.show("output", result.rgba);
  writeOutput(b.options, result);
  // Integers, and a root that is exact below the point: equal.
  b.verify<uint8_t>("output", result.rgba, [&] { return edges(picture); });
}

int main(int argc, char** argv) {
  Options options("SobelFilter", "Finds the edges of a picture by Sobel's masks.");
  declarePicture(options, 512, 512);
  return run(argc, argv, options, sobelFilter);
}
