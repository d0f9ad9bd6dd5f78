// FiniteDifferences2D: waves in a plane by finite differences in time. Three short launches a step: costs
// of a launch and of a wavefront beside their instructions.
#include "benchmark.hpp"

using namespace bench;

/** Fields of one size, row by row. */
struct Fields {
  std::vector<float> ex, ey, hz;
};

static float sourceAt(size_t step) { return static_cast<float>(step % 32) / 32.0f; }

static void stepOnHost(Fields& f, size_t step, size_t width, size_t height) {
  for (size_t y = 1; y < height; y++)
    for (size_t x = 0; x < width; x++)
      f.ex[y * width + x] -= 0.5f * (f.hz[y * width + x] - f.hz[(y - 1) * width + x]);
  for (size_t x = 0; x < width; x++) f.ey[x] = sourceAt(step);
  for (size_t y = 1; y < height; y++)
    for (size_t x = 1; x < width; x++)
      f.ey[y * width + x] -= 0.5f * (f.hz[y * width + x] - f.hz[y * width + x - 1]);
  for (size_t y = 0; y + 1 < height; y++)
    for (size_t x = 0; x + 1 < width; x++)
      f.hz[y * width + x] -= 0.7f * (f.ex[(y + 1) * width + x] - f.ex[y * width + x] + f.ey[y * width + x + 1] - f.ey[y * width + x]);
}

static void finiteDifferences(Benchmark& b) {
  const size_t width = b.size('x'), height = b.size('y'), steps = b.size('n');
  const size_t cells = width * height;
  const Fields start{b.random.floats(cells, -0.1, 0.1), b.random.floats(cells, -0.1, 0.1),
                     b.random.floats(cells, -0.1, 0.1)};

  const auto ex = b.context.buffer<float>(start.ex.size());
  const auto ey = b.context.buffer<float>(start.ey.size());
  const auto hz = b.context.buffer<float>(start.hz.size());
  Kernel electricX = b.kernel("electricX"), electricY = b.kernel("electricY"), magnetic = b.kernel("magnetic");
  const cl_int w = static_cast<cl_int>(width), h = static_cast<cl_int>(height);
  b.repeat([&] {
    b.queue.write(ex, start.ex);
    b.queue.write(ey, start.ey);
    b.queue.write(hz, start.hz);
    electricX.args(ex, hz, w, h);
    magnetic.args(ex, ey, hz, w, h);
    for (size_t step = 0; step < steps; step++) {
      electricY.args(ey, hz, sourceAt(step), w, h);
      for (Kernel* kernel : {&electricX, &electricY, &magnetic})
        b.queue.run(*kernel, {roundUp(width, 32), roundUp(height, 8)}, {32, 8});
    }
  });

  const auto result = b.queue.read(hz);
  b.show("hz", result);
  // Sums of three and five numbers that compilers may fuse: an ulp or two a step.
  b.verify<float>(
      "hz", result,
      [&] {
        Fields fields = start;
        for (size_t step = 0; step < steps; step++) stepOnHost(fields, step, width, height);
        return fields.hz;
      },
      {1e-4, 1e-4});
}

int main(int argc, char** argv) {
  Options options("FiniteDifferences2D", "Lets waves run through a plane, in many short launches.");
  options.size('x', 256, "cells in a row", 2, 8192);
  options.size('y', 256, "rows", 2, 8192);
  options.size('n', 20, "steps", 1, 100000);
  return run(argc, argv, options, finiteDifferences);
}
