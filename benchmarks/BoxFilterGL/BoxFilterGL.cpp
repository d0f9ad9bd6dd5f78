// BoxFilterGL: an animated box filter whose frames go to PNG files instead of a window. One queue filters frame after
// frame; a second one fetches each finished frame while the next is computed, held together by events.
#include <cstdio>

#include "benchmark.hpp"
#include "picture.hpp"

using namespace bench;

using Frame = std::vector<uint8_t>;

/** The radius grows and shrinks again over the frames. */
static cl_int radiusOf(size_t frame, size_t frames) { return static_cast<cl_int>(1 + std::min(frame, frames - frame)); }

/** The mean over each square by running sums along both axes, border pixels repeated. */
static Frame mean(const Picture& picture, long radius) {
  const long width = static_cast<long>(picture.width);
  const long height = static_cast<long>(picture.height);
  const uint32_t area = static_cast<uint32_t>((2 * radius + 1) * (2 * radius + 1));
  std::vector<uint32_t> rows(picture.rgba.size());
  Frame result(picture.rgba.size());
  const auto index = [&](long x, long y, long channel) {
    return static_cast<size_t>((std::clamp(y, 0L, height - 1) * width + std::clamp(x, 0L, width - 1)) * 4 + channel);
  };
  for (long channel = 0; channel < 4; channel++) {
    for (long y = 0; y < height; y++) {
      uint32_t sum = 0;
      for (long x = -2 * radius - 1; x < width; x++) {
        sum += picture.rgba[index(x + radius, y, channel)];
        if (x >= 0) sum -= picture.rgba[index(x - radius - 1, y, channel)];
        if (x >= 0) rows[index(x, y, channel)] = sum;
      }
    }
    for (long x = 0; x < width; x++) {
      uint32_t sum = 0;
      for (long y = -2 * radius - 1; y < height; y++) {
        sum += rows[index(x, y + radius, channel)];
        if (y >= 0) sum -= rows[index(x, y - radius - 1, channel)];
        if (y >= 0) result[index(x, y, channel)] = static_cast<uint8_t>(sum / area);
      }
    }
  }
  return result;
}

static void writeFrames(const Options& options, const Picture& picture, const std::vector<Frame>& frames) {
  const std::string& prefix = options.text("output");
  for (size_t frame = 0; !prefix.empty() && frame < frames.size(); frame++) {
    char number[32];
    std::snprintf(number, sizeof number, "%03zu.png", frame);
    writePng(prefix + number, picture.width, picture.height, 4, frames[frame]);
  }
}

static void boxFilterGL(Benchmark& b) {
  b.device.requireImages();
  const Picture picture = inputPicture(b.options, b.random);
  const size_t width = picture.width;
  const size_t height = picture.height;
  const size_t count = b.options.number("frames");

  const Image input = b.context.image(width, height, CL_RGBA, CL_UNSIGNED_INT8, CL_MEM_READ_ONLY, picture.rgba.data());
  const Image sums = b.context.image(width, height, CL_RGBA, CL_UNSIGNED_INT16, CL_MEM_READ_WRITE);
  const Image outputs[2] = {b.context.image(width, height, CL_RGBA, CL_UNSIGNED_INT8, CL_MEM_READ_WRITE),
                            b.context.image(width, height, CL_RGBA, CL_UNSIGNED_INT8, CL_MEM_READ_WRITE)};
  std::vector<Frame> frames;
  Queue copies(b.context, b.device.id());
  Kernel rows = b.kernel("sumRows");
  Kernel columns = b.kernel("meanColumns");

  b.repeat([&] {
    frames.assign(count, Frame(picture.rgba.size()));
    std::vector<Event> copied(count);
    const Range global = {roundUp(width, 16), roundUp(height, 16)};
    for (size_t frame = 0; frame < count; frame++) {
      const cl_int radius = radiusOf(frame, count);
      rows.args(input, sums, radius);
      columns.args(sums, outputs[frame % 2], radius);
      b.queue.run(rows, global, {16, 16});
      // The image that this frame is written to must have been fetched two frames ago.
      std::vector<cl_event> waits;
      if (frame >= 2) waits.push_back(copied[frame - 2].get());
      const cl_event filtered = b.queue.run(columns, global, {16, 16}, waits);
      check(clFlush(b.queue.get()), "clFlush");
      const size_t origin[3] = {0, 0, 0};
      const size_t region[3] = {width, height, 1};
      cl_event event = nullptr;
      check(clEnqueueReadImage(copies.get(), outputs[frame % 2].get(), CL_FALSE, origin, region, 0, 0,
                               frames[frame].data(), 1, &filtered, &event),
            "clEnqueueReadImage");
      copied[frame] = Event(event);
      check(clFlush(copies.get()), "clFlush");
    }
    copies.finish();
  });

  writeFrames(b.options, picture, frames);
  for (size_t frame = 0; frame < count; frame++) {
    const std::string name = "frame " + std::to_string(frame);
    b.show(name, frames[frame]);
    // Sums of integers and one truncating division: equal.
    b.verify<uint8_t>(name, frames[frame], [&] { return mean(picture, radiusOf(frame, count)); });
  }
}

int main(int argc, char** argv) {
  Options options("BoxFilterGL", "Filters frames of an animation held in images; --output names the files' prefix.");
  declarePicture(options, 256, 256);
  options.number("frames", 'f', 4, 1, 254, "frames");
  return run(argc, argv, options, boxFilterGL);
}
