// Matrices for the programs that multiply them: inputs whose products are exact, and the reference.
#pragma once

#include <vector>

#include "random.hpp"

namespace bench {

/** Longest inner dimension for which products of exactMatrix() are exact in single precision. */
constexpr size_t exactInner = 8192;

/**
 * Random multiples of 1/8 in [-4, 4). Products of two are multiples of 1/64 up to 16, and no sum of 8192 of them needs
 * more than 23 bits: every order of summation, fused or not, is exact.
 */
inline std::vector<float> exactMatrix(Random& random, size_t elements) {
  std::vector<float> values(elements);
  for (float& value : values) value = (static_cast<float>(random.below(64)) - 32.0f) / 8.0f;
  return values;
}

/** A (height x inner) times B (inner x width), row by row in double precision. */
inline std::vector<float> multiply(const std::vector<float>& a, const std::vector<float>& b, size_t width,
                                   size_t height, size_t inner) {
  std::vector<float> c;
  c.reserve(width * height);
  for (size_t row = 0; row < height; row++) {
    std::vector<double> sums(width, 0.0);
    for (size_t k = 0; k < inner; k++)
      for (size_t column = 0; column < width; column++)
        sums[column] += static_cast<double>(a[row * inner + k]) * static_cast<double>(b[k * width + column]);
    c.insert(c.end(), sums.begin(), sums.end());
  }
  return c;
}

}  // namespace bench
