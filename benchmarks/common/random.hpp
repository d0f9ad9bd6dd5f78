// Random inputs that depend on the seed only: the same on every machine, compiler and width.
#pragma once

#include <cstdint>
#include <vector>

namespace bench {

/** SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). */
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t bits() {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  uint32_t word() { return static_cast<uint32_t>(bits() >> 32); }

  /** Uniform in [0, bound). The modulo's bias (bound / 2^64) is of no concern for test data. */
  uint64_t below(uint64_t bound) { return bits() % bound; }

  /** Uniform in [low, high), 53 random bits. */
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
  }

  std::vector<float> floats(size_t count, double low, double high) {
    std::vector<float> values(count);
    for (float& value : values) value = static_cast<float>(uniform(low, high));
    return values;
  }

  std::vector<double> doubles(size_t count, double low, double high) {
    std::vector<double> values(count);
    for (double& value : values) value = uniform(low, high);
    return values;
  }

  /** Integers in [0, bound) of any integer type. */
  template <typename T>
  std::vector<T> integers(size_t count, uint64_t bound) {
    std::vector<T> values(count);
    for (T& value : values) value = static_cast<T>(below(bound));
    return values;
  }

 private:
  uint64_t state_;
};

}  // namespace bench
