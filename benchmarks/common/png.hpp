// Writes PNG files (W3C "Portable Network Graphics", third edition). The pixels are stored, not compressed: any viewer
// reads them, and a program needs no library.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "error.hpp"

namespace bench {
namespace png {

inline void append32(std::string& bytes, uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
}

/** CRC-32 of annex D, bit by bit. */
inline uint32_t crc(const std::string& bytes) {
  uint32_t value = 0xFFFFFFFFu;
  for (const char byte : bytes) {
    value ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; bit++) value = (value >> 1) ^ (value & 1 ? 0xEDB88320u : 0);
  }
  return ~value;
}

/** A chunk: length, type, data, checksum of type and data. */
inline std::string chunk(const std::string& type, const std::string& data) {
  std::string bytes;
  append32(bytes, static_cast<uint32_t>(data.size()));
  bytes += type + data;
  append32(bytes, crc(type + data));
  return bytes;
}

/** A zlib stream (RFC 1950) of stored blocks (RFC 1951, 3.2.4). */
inline std::string stored(const std::string& data) {
  std::string bytes = "\x78\x01";
  uint32_t low = 1;
  uint32_t high = 0;
  for (size_t start = 0; start < data.size(); start += 0xFFFF) {
    const size_t length = std::min<size_t>(0xFFFF, data.size() - start);
    bytes += static_cast<char>(start + length == data.size());
    for (const size_t field : {length, length ^ 0xFFFF}) {
      bytes += static_cast<char>(field & 0xFF);
      bytes += static_cast<char>(field >> 8);
    }
    bytes.append(data, start, length);
  }
  for (const char byte : data) {
    low = (low + static_cast<unsigned char>(byte)) % 65521;
    high = (high + low) % 65521;
  }
  append32(bytes, high << 16 | low);
  return bytes;
}

}  // namespace png

/** Writes 8-bit samples, rows from the top; channels: 1 grey, 3 RGB, 4 RGBA. */
inline void writePng(const std::string& path, size_t width, size_t height, size_t channels,
                     const std::vector<uint8_t>& samples) {
  if (samples.size() != width * height * channels) throw Error(path + ": the picture has a wrong number of samples");
  std::string header;
  png::append32(header, static_cast<uint32_t>(width));
  png::append32(header, static_cast<uint32_t>(height));
  header += '\x08';
  header += channels == 1 ? '\0' : channels == 3 ? '\x02' : '\x06';
  header.append(3, '\0');

  std::string rows;
  for (size_t y = 0; y < height; y++) {
    rows += '\0';  // filter type: none
    rows.append(reinterpret_cast<const char*>(samples.data()) + y * width * channels, width * channels);
  }
  std::ofstream file(path, std::ios::binary);
  file << "\x89PNG\r\n\x1a\n" << png::chunk("IHDR", header) << png::chunk("IDAT", png::stored(rows))
       << png::chunk("IEND", "");
  if (!file.flush()) throw Error("cannot write " + path);
}

}  // namespace bench
