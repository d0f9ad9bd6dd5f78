// SimpleImage: reads images by integer, interpolated, repeated and three-dimensional coordinates.
#include "benchmark.hpp"
#include "picture.hpp"

using namespace bench;

using Bytes = std::vector<uint8_t>;

/** Linear interpolation at twice the size, as the OpenCL specification defines it (section 8.2); colours in [0, 1]. */
static std::vector<float> enlarged(const Picture& picture) {
  const long width = static_cast<long>(picture.width);
  const long height = static_cast<long>(picture.height);
  std::vector<float> result;
  for (long y = 0; y < 2 * height; y++) {
    for (long x = 0; x < 2 * width; x++) {
      // The centre of an output pixel lies a quarter of an input pixel from an input pixel's centre.
      const long nearX = x / 2, farX = std::clamp(nearX + (x % 2 ? 1 : -1), 0L, width - 1);
      const long nearY = y / 2, farY = std::clamp(nearY + (y % 2 ? 1 : -1), 0L, height - 1);
      for (size_t channel = 0; channel < 4; channel++) {
        const auto at = [&](long px, long py) {
          return picture.pixel(static_cast<size_t>(px), static_cast<size_t>(py))[channel] / 255.0;
        };
        result.push_back(static_cast<float>((9 * at(nearX, nearY) + 3 * at(farX, nearY) + 3 * at(nearX, farY) +
                                             at(farX, farY)) / 16));
      }
    }
  }
  return result;
}

static Bytes tiled(const Picture& picture) {
  Bytes result;
  for (size_t y = 0; y < 2 * picture.height; y++) {
    const uint8_t* row = picture.pixel(0, y % picture.height);
    for (int copy = 0; copy < 2; copy++) result.insert(result.end(), row, row + picture.width * 4);
  }
  return result;
}

/** `layers` images one after another; each pixel is the one at (x + 1, y + 1, layer + 1), or 0 beyond the image. */
static std::vector<cl_uint> shifted(const Bytes& volume, size_t width, size_t height, size_t layers) {
  std::vector<cl_uint> result(volume.size(), 0);
  for (size_t z = 0; z + 1 < layers; z++)
    for (size_t y = 0; y + 1 < height; y++)
      for (size_t i = 0; i + 4 < width * 4; i++)
        result[(z * height + y) * width * 4 + i] = volume[((z + 1) * height + y + 1) * width * 4 + i + 4];
  return result;
}

static Memory makeVolume(const Context& context, Bytes& volume, size_t width, size_t height, size_t layers) {
  cl_image_format format{};
  format.image_channel_order = CL_RGBA;
  format.image_channel_data_type = CL_UNSIGNED_INT8;
  cl_image_desc description{};
  description.image_type = CL_MEM_OBJECT_IMAGE3D;
  description.image_width = width;
  description.image_height = height;
  description.image_depth = layers;
  cl_int status = CL_SUCCESS;
  Memory memory(clCreateImage(context.get(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &description,
                              volume.data(), &status));
  check(status, "clCreateImage(3D)");
  return memory;
}

static void simpleImage(Benchmark& b) {
  b.device.requireImages();
  const Picture picture = inputPicture(b.options, b.random);
  const size_t width = picture.width;
  const size_t height = picture.height;
  const size_t layers = b.size('z');
  Bytes volume = b.random.integers<uint8_t>(width * height * layers * 4, 256);

  const uint8_t* pixels = picture.rgba.data();
  const Image integers = b.context.image(width, height, CL_RGBA, CL_UNSIGNED_INT8, CL_MEM_READ_ONLY, pixels);
  const Image fractions = b.context.image(width, height, CL_RGBA, CL_UNORM_INT8, CL_MEM_READ_ONLY, pixels);
  const Memory solid = makeVolume(b.context, volume, width, height, layers);
  const Image copy = b.context.image(width, height, CL_RGBA, CL_UNSIGNED_INT8, CL_MEM_WRITE_ONLY);
  const Image large = b.context.image(2 * width, 2 * height, CL_RGBA, CL_FLOAT, CL_MEM_WRITE_ONLY);
  const Image tiles = b.context.image(2 * width, 2 * height, CL_RGBA, CL_UNSIGNED_INT8, CL_MEM_WRITE_ONLY);
  const auto moved = b.context.buffer<cl_uint>(volume.size(), CL_MEM_WRITE_ONLY);
  const Sampler linear = b.context.sampler(false, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR);

  Kernel copy2D = b.kernel("copy2D");
  Kernel enlarge = b.kernel("enlarge");
  Kernel tile = b.kernel("tile");
  Kernel shift3D = b.kernel("shift3D");
  copy2D.args(integers, copy);
  enlarge.args(fractions, large, linear);
  tile.args(integers, tiles);
  shift3D.args(solid.get(), moved);
  b.repeat([&] {
    b.queue.run(copy2D, {roundUp(width, 8), roundUp(height, 8)}, {8, 8});
    b.queue.run(enlarge, {roundUp(2 * width, 8), roundUp(2 * height, 8)}, {8, 8});
    b.queue.run(tile, {roundUp(2 * width, 8), roundUp(2 * height, 8)}, {8, 8});
    b.queue.run(shift3D, {roundUp(width, 8), roundUp(height, 8), layers}, {8, 8, 1});
  });

  const std::vector<float> interpolated = b.queue.read<float>(large, 4);
  b.show("input", picture.rgba);
  b.show("enlarged", interpolated);
  Picture result(2 * width, 2 * height);
  for (size_t i = 0; i < interpolated.size(); i++)
    result.rgba[i] = static_cast<uint8_t>(std::clamp(std::lround(interpolated[i] * 255), 0L, 255L));
  writeOutput(b.options, result);
  // Whole pixels: equal. Interpolated ones have weights of 1/4 and 3/4, which are exact also in hardware that keeps 8
  // bits of a fraction; the rest is rounding in single precision, far below the distance 1/255 of neighbouring
  // colours.
  b.verify<uint8_t>("copy", b.queue.read<uint8_t>(copy, 4), [&] { return picture.rgba; });
  b.verify<float>("enlarged", interpolated, [&] { return enlarged(picture); }, {1e-6, 0});
  b.verify<uint8_t>("tiles", b.queue.read<uint8_t>(tiles, 4), [&] { return tiled(picture); });
  b.verify<cl_uint>("shifted volume", b.queue.read(moved), [&] { return shifted(volume, width, height, layers); });
}

int main(int argc, char** argv) {
  Options options("SimpleImage", "Reads two- and three-dimensional images in several ways.");
  declarePicture(options, 128, 128);
  options.size('z', 4, "layers of the three-dimensional image", 2, 256);
  return run(argc, argv, options, simpleImage);
}
