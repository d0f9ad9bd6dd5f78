// Mandelbrot: the escape times of a part of the complex plane.
#include "benchmark.hpp"
#include "picture.hpp"

using namespace bench;

/**
 * A single-precision number whose every operation is rounded to single precision, also where the compiler would keep a
 * wider intermediate (x87). Rounding twice, to 64 bits first, gives the same, since 64 >= 2 * 24 + 2 (Figueroa 1995).
 */
struct Single {
  Single(float number) : value(number) {}
  volatile float value;
};
static float operator+(const Single& a, const Single& b) { return Single(a.value + b.value).value; }
static float operator-(const Single& a, const Single& b) { return Single(a.value - b.value).value; }
static float operator*(const Single& a, const Single& b) { return Single(a.value * b.value).value; }

struct View {
  float left;
  float top;
  float pixel;
};

static cl_uint escapeTime(Single cx, Single cy, cl_uint limit) {
  float x = 0;
  float y = 0;
  for (cl_uint count = 0; count < limit; count++) {
    const Single xx = Single(x) * Single(x);
    const Single yy = Single(y) * Single(y);
    if (xx + yy > 4.0f) return count;
    y = Single(Single(2.0f * x) * Single(y)) + cy;
    x = Single(xx - yy) + cx;
  }
  return limit;
}

/** Black inside of the set, bands of colour outside. */
static Picture paint(const std::vector<cl_uint>& steps, size_t width, size_t height, cl_uint limit) {
  Picture picture(width, height);
  for (size_t i = 0; i < steps.size(); i++)
    for (size_t channel = 0; channel < 3; channel++)
      picture.rgba[i * 4 + channel] = static_cast<uint8_t>(steps[i] == limit ? 0 : steps[i] * (5 + 4 * channel));
  return picture;
}

static void mandelbrot(Benchmark& b) {
  const size_t width = b.size('x');
  const size_t height = b.size('y');
  const cl_uint limit = static_cast<cl_uint>(b.options.number("limit"));
  const float pixel = 3.0f / static_cast<float>(width);
  const View view = {-2.2f, pixel * static_cast<float>(height) / 2 + 0.01f, pixel};

  const auto output = b.context.buffer<cl_uint>(width * height, CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("mandelbrot");
  kernel.args(output, view.left, view.top, view.pixel, static_cast<cl_uint>(width), limit);
  b.repeat([&] { b.queue.run(kernel, {roundUp(width, 64), height}, {64, 1}); });

  const std::vector<cl_uint> steps = b.queue.read(output);
  b.show("steps", steps);
  writeOutput(b.options, paint(steps, width, height, limit));
  // Correctly rounded operations in the same order: equal. Denormals, which a device may flush, occur in squares of
  // tiny numbers only, and vanish in the addition of cx and cy.
  b.verify<cl_uint>("steps", steps, [&] {
    std::vector<cl_uint> expected;
    for (size_t y = 0; y < height; y++)
      for (size_t x = 0; x < width; x++)
        expected.push_back(escapeTime(Single(view.left) + Single(Single(static_cast<float>(x)) * Single(view.pixel)),
                                      Single(view.top) - Single(Single(static_cast<float>(y)) * Single(view.pixel)),
                                      limit));
    return expected;
  });
}

int main(int argc, char** argv) {
  Options options("Mandelbrot", "Draws the Mandelbrot set.");
  options.size('x', 256, "width of the picture, pixels", 1, 8192);
  options.size('y', 256, "height of the picture, pixels", 1, 8192);
  options.number("limit", 'm', 256, 1, 1000000, "largest number of steps");
  options.output("write the picture to this .png file");
  return run(argc, argv, options, mandelbrot);
}
