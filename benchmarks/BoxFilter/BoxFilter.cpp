// BoxFilter: blurs a picture by the mean over a square, as two one-dimensional passes.
#include "benchmark.hpp"
#include "picture.hpp"

using namespace bench;

/** By a summed-area table (Crow 1984) of the picture widened by the radius: four look-ups for each pixel. */
static std::vector<uint8_t> meanBySums(const Picture& picture, long radius) {
  const long width = static_cast<long>(picture.width);
  const long height = static_cast<long>(picture.height);
  const long tableWidth = width + 2 * radius + 1;
  const long side = 2 * radius + 1;
  std::vector<uint8_t> result(picture.rgba.size());
  for (long channel = 0; channel < 4; channel++) {
    std::vector<uint64_t> table(static_cast<size_t>(tableWidth * (height + 2 * radius + 1)), 0);
    const auto sum = [&](long x, long y) -> uint64_t& { return table[static_cast<size_t>(y * tableWidth + x)]; };
    for (long y = 1; y <= height + 2 * radius; y++) {
      for (long x = 1; x < tableWidth; x++) {
        const long px = std::clamp(x - 1 - radius, 0L, width - 1);
        const long py = std::clamp(y - 1 - radius, 0L, height - 1);
        sum(x, y) = picture.rgba[static_cast<size_t>((py * width + px) * 4 + channel)] + sum(x - 1, y) + sum(x, y - 1) -
                    sum(x - 1, y - 1);
      }
    }
    for (long y = 0; y < height; y++)
      for (long x = 0; x < width; x++)
        result[static_cast<size_t>((y * width + x) * 4 + channel)] = static_cast<uint8_t>(
            (sum(x + side, y + side) - sum(x, y + side) - sum(x + side, y) + sum(x, y)) /
            static_cast<uint64_t>(side * side));
  }
  return result;
}

static void boxFilter(Benchmark& b) {
  const Picture picture = inputPicture(b.options, b.random);
  const cl_int width = static_cast<cl_int>(picture.width);
  const cl_int height = static_cast<cl_int>(picture.height);
  const cl_int radius = static_cast<cl_int>(b.options.number("radius"));

  const auto input = b.context.upload(picture.rgba, CL_MEM_READ_ONLY);
  const auto sums = b.context.buffer<cl_ushort>(picture.rgba.size());
  const auto output = b.context.buffer<uint8_t>(picture.rgba.size());
  Kernel rows = b.kernel("sumRows");
  Kernel columns = b.kernel("sumColumns");
  rows.args(input, sums, width, radius);
  columns.args(sums, output, width, height, radius);
  const Range global = {roundUp(picture.width, 256), picture.height};
  b.repeat([&] {
    b.queue.run(rows, global, {256, 1});
    b.queue.run(columns, global, {256, 1});
  });

  Picture result(picture.width, picture.height);
  result.rgba = b.queue.read(output);
  b.show("input", picture.rgba);
  b.show("output", result.rgba);
  writeOutput(b.options, result);
  // Sums of integers and one truncating division: equal.
  b.verify<uint8_t>("output", result.rgba, [&] { return meanBySums(picture, radius); });
}

int main(int argc, char** argv) {
  Options options("BoxFilter", "Blurs a picture by a box filter in two passes.");
  declarePicture(options, 512, 512);
  options.number("radius", 'r', 4, 0, 63, "pixels added on each side of the centre");
  return run(argc, argv, options, boxFilter);
}
