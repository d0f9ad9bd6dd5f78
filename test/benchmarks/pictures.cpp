// Reads a picture and writes it again as PNG: `pictures input output channels`.
#include <cstdlib>
#include <iostream>

#include "picture.hpp"

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  try {
    const bench::Picture picture = bench::readPicture(argv[1]);
    const size_t channels = std::strtoul(argv[3], nullptr, 10);
    std::vector<uint8_t> samples;
    for (size_t i = 0; i < picture.rgba.size(); i++)
      if (i % 4 < channels) samples.push_back(picture.rgba[i]);
    bench::writePng(argv[2], picture.width, picture.height, channels, samples);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}
