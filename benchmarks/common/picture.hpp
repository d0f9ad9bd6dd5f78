// Pictures for the image programs: made here, or read from a .bmp or .ppm file; written as PNG.
#pragma once

#include <iterator>

#include "options.hpp"
#include "png.hpp"
#include "program.hpp"
#include "random.hpp"

namespace bench {

/** 8-bit RGBA, rows from the top, no padding. */
struct Picture {
  Picture(size_t w, size_t h) : width(w), height(h), rgba(w * h * 4, 255) {}

  uint8_t* pixel(size_t x, size_t y) { return &rgba[(y * width + x) * 4]; }
  const uint8_t* pixel(size_t x, size_t y) const { return &rgba[(y * width + x) * 4]; }

  size_t width;
  size_t height;
  std::vector<uint8_t> rgba;
};

/** A colour gradient with discs, a checked corner and a little noise: smooth parts, edges and texture. */
inline Picture samplePicture(size_t width, size_t height, Random& random) {
  Picture picture(width, height);
  struct Disc {
    double x, y, radius;
    uint8_t colour[3];
  };
  std::vector<Disc> discs(12);
  const double extent = static_cast<double>(std::min(width, height));
  for (Disc& disc : discs) {
    disc.x = random.uniform(0, static_cast<double>(width));
    disc.y = random.uniform(0, static_cast<double>(height));
    disc.radius = random.uniform(0.04, 0.2) * extent;
    for (uint8_t& channel : disc.colour) channel = static_cast<uint8_t>(random.below(256));
  }
  for (size_t y = 0; y < height; y++) {
    for (size_t x = 0; x < width; x++) {
      uint8_t* pixel = picture.pixel(x, y);
      pixel[0] = static_cast<uint8_t>(x * 255 / width);
      pixel[1] = static_cast<uint8_t>(y * 255 / height);
      pixel[2] = static_cast<uint8_t>((x + y) * 255 / (width + height));
      for (const Disc& disc : discs) {
        const double dx = static_cast<double>(x) - disc.x;
        const double dy = static_cast<double>(y) - disc.y;
        if (dx * dx + dy * dy < disc.radius * disc.radius) std::copy_n(disc.colour, 3, pixel);
      }
      if (x < width / 4 && y < height / 4 && (x / 8 + y / 8) % 2) std::fill_n(pixel, 3, uint8_t{16});
      for (int channel = 0; channel < 3; channel++)
        pixel[channel] = static_cast<uint8_t>(std::min<uint64_t>(255, pixel[channel] + random.below(8)));
    }
  }
  return picture;
}

namespace bmp {

/** A little-endian field; throws when it lies outside of the file. */
inline uint32_t field(const std::string& file, size_t offset, size_t bytes) {
  uint32_t value = 0;
  for (size_t i = bytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(file.at(offset + i));
  return value;
}

/** Uncompressed 24- or 32-bit Windows bitmap with a BITMAPINFOHEADER or a later one. */
inline Picture decode(const std::string& file, const std::string& name) {
  const uint32_t offset = field(file, 10, 4);
  const uint32_t width = field(file, 18, 4);
  const int32_t signedHeight = static_cast<int32_t>(field(file, 22, 4));
  const uint32_t bits = field(file, 28, 2);
  const uint32_t compression = field(file, 30, 4);
  const bool topDown = signedHeight < 0;
  const uint32_t height = topDown ? 0u - static_cast<uint32_t>(signedHeight) : static_cast<uint32_t>(signedHeight);
  if ((bits != 24 && bits != 32) || (compression != 0 && compression != 3))
    throw Error(name + ": only uncompressed bitmaps of 24 or 32 bits are read");
  if (width == 0 || height == 0 || width > 16384 || height > 16384) throw Error(name + ": bad size");
  const size_t stride = (size_t{width} * bits / 8 + 3) / 4 * 4;
  if (file.size() < offset || file.size() - offset < stride * height) throw Error(name + ": the file is too short");
  Picture picture(width, height);
  for (size_t y = 0; y < height; y++) {
    const char* row = file.data() + offset + stride * (topDown ? y : height - 1 - y);
    for (size_t x = 0; x < width; x++)
      for (size_t channel = 0; channel < 3; channel++)
        picture.pixel(x, y)[channel] = static_cast<uint8_t>(row[x * (bits / 8) + 2 - channel]);
  }
  return picture;
}

}  // namespace bmp

namespace ppm {

/** The next decimal number of the header; `#` starts a comment. */
inline size_t number(const std::string& file, size_t& position) {
  while (file.at(position) == '#' || isspace(static_cast<unsigned char>(file[position])))
    position = file[position] == '#' ? std::min(file.find('\n', position), file.size()) : position + 1;
  size_t value = 0;
  for (; isdigit(static_cast<unsigned char>(file.at(position))) && value < 1000000; position++)
    value = value * 10 + static_cast<size_t>(file[position] - '0');
  return value;
}

/** Binary portable pixmap (P6), 8 bits a sample. */
inline Picture decode(const std::string& file, const std::string& name) {
  size_t position = 2;
  const size_t width = number(file, position);
  const size_t height = number(file, position);
  const size_t maximum = number(file, position);
  position++;
  if (width == 0 || height == 0 || width > 16384 || height > 16384 || maximum != 255)
    throw Error(name + ": bad size or not 8 bits a sample");
  if (file.size() < position || file.size() - position < width * height * 3)
    throw Error(name + ": the file is too short");
  Picture picture(width, height);
  for (size_t i = 0; i < width * height; i++)
    for (size_t channel = 0; channel < 3; channel++)
      picture.rgba[i * 4 + channel] = static_cast<uint8_t>(file[position + i * 3 + channel]);
  return picture;
}

}  // namespace ppm

/** Reads a .bmp or .ppm file from beside the executable or from the working directory. */
inline Picture readPicture(const std::string& name) {
  const std::string file = readFileNearby(name);
  try {
    if (file.compare(0, 2, "BM") == 0) return bmp::decode(file, name);
    if (file.compare(0, 2, "P6") == 0) return ppm::decode(file, name);
  } catch (const std::out_of_range&) {
    throw Error(name + ": the file is too short");
  }
  throw Error(name + " is neither a .bmp nor a binary .ppm file");
}

/** Declares -x, -y (size of the made picture), --input and --output. */
inline void declarePicture(Options& options, size_t width, size_t height) {
  options.size('x', width, "width of the picture, pixels", 1, 8192);
  options.size('y', height, "height of the picture, pixels", 1, 8192);
  options.text("input", 0, "", "read this .bmp or .ppm file instead of making a picture");
  options.output("write the resulting picture to this .png file");
}

/** The picture that the options request. */
inline Picture inputPicture(const Options& options, Random& random) {
  const std::string& name = options.text("input");
  return name.empty() ? samplePicture(options.size('x'), options.size('y'), random) : readPicture(name);
}

/** Writes the picture when --output was given. */
inline void writeOutput(const Options& options, const Picture& picture) {
  const std::string& path = options.text("output");
  if (!path.empty()) writePng(path, picture.width, picture.height, 4, picture.rgba);
}

}  // namespace bench
