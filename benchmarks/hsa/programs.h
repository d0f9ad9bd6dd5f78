// The six programs: data of the host, the kernels over it, and the host's own results.
#pragma once
#include "device.h"
#include <cmath>
#include <complex>
#include <memory>

/** Kernels read the host's memory by its own pointers. */
struct Program {
  virtual ~Program() = default;
  /** Memory is as before the first run. */
  virtual void reset() {}
  /** @returns milliseconds of the kernels */
  virtual double run(Device& device) = 0;
  /** @returns the number of results that differ from the host's */
  virtual uint64_t wrong() const = 0;
};

inline uint32_t next_random(uint32_t& state) { return state = state * 1664525u + 1013904223u; }

/** Floats from 0 to 1. */
inline std::vector<float> random_floats(size_t count, uint32_t seed) {
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(next_random(seed) >> 8) / 16777216.0f;
  return values;
}

/** Whole numbers from 0 to 15, whose sums are exact. */
template <class Number>
std::vector<Number> random_digits(size_t count, uint32_t seed) {
  std::vector<Number> values(count);
  for (Number& value : values) value = static_cast<Number>(next_random(seed) >> 28);
  return values;
}

class KMeansData {
 public:
  static constexpr uint32_t FEATURES = 34, CLUSTERS = 5;
  explicit KMeansData(uint32_t points)
      : points(points), features(random_floats(static_cast<size_t>(points) * FEATURES, 1)), swapped(features.size()) {}
  double swap(Device& device) {
    return device.launch("&kmeans_swap", points, Arguments(features.data(), swapped.data(), points, FEATURES));
  }
  const uint32_t points;
  const std::vector<float> features;
  std::vector<float> swapped;
};

class KMeansSwap : public Program {
 public:
  explicit KMeansSwap(uint32_t points) : data_(points) {}
  double run(Device& device) override { return data_.swap(device); }
  uint64_t wrong() const override {
    uint64_t count = 0;
    const auto& [points, features, swapped] = data_;
    for (size_t p = 0; p < points; p++)
      for (size_t f = 0; f < KMeansData::FEATURES; f++)
        count += swapped[f * points + p] != features[p * KMeansData::FEATURES + f];
    return count;
  }

 private:
  KMeansData data_;
};

class KMeansCore : public Program {
 public:
  static constexpr int ROUNDS = 3;
  explicit KMeansCore(uint32_t points) : data_(points), members_(points) {}
  void reset() override {
    clusters_.assign(data_.features.begin(), data_.features.begin() + KMeansData::CLUSTERS * KMeansData::FEATURES);
  }
  double run(Device& device) override {
    data_.swap(device);
    double ms = 0;
    for (int round = 0; round < ROUNDS; round++) {
      ms += device.launch("&kmeans_core", data_.points,
                          Arguments(data_.swapped.data(), clusters_.data(), members_.data(), data_.points,
                                    KMeansData::CLUSTERS, KMeansData::FEATURES));
      if (round + 1 < ROUNDS) move_clusters();
    }
    return ms;
  }
  uint64_t wrong() const override {
    uint64_t count = 0;
    for (size_t p = 0; p < data_.points; p++) count += members_[p] != nearest(p);
    return count;
  }

 private:
  uint32_t nearest(size_t p) const {
    float least = 3.402823466e38f;
    uint32_t found = 0;
    for (uint32_t c = 0; c < KMeansData::CLUSTERS; c++) {
      float sum = 0;
      for (uint32_t f = 0; f < KMeansData::FEATURES; f++) {
        const float d = data_.features[p * KMeansData::FEATURES + f] - clusters_[c * KMeansData::FEATURES + f];
        sum += d * d;
      }
      if (sum < least) least = sum, found = c;
    }
    return found;
  }
  /** To the means of their members. */
  void move_clusters() {
    std::vector<double> sums(clusters_.size());
    std::vector<uint32_t> counts(KMeansData::CLUSTERS);
    for (size_t p = 0; p < data_.points; p++) {
      counts[members_[p]]++;
      for (uint32_t f = 0; f < KMeansData::FEATURES; f++)
        sums[members_[p] * KMeansData::FEATURES + f] += data_.features[p * KMeansData::FEATURES + f];
    }
    for (size_t n = 0; n < sums.size(); n++)
      if (const uint32_t members = counts[n / KMeansData::FEATURES]) clusters_[n] = static_cast<float>(sums[n] / members);
  }
  KMeansData data_;
  std::vector<uint32_t> members_;
  std::vector<float> clusters_;
};

class NearestNeighbor : public Program {
 public:
  explicit NearestNeighbor(uint32_t places) : places_(random_floats(2 * places, 2)), distances_(places) {}
  double run(Device& device) override {
    return device.launch("&nearest_neighbor", count(),
                         Arguments(places_.data(), distances_.data(), count(), LATITUDE, LONGITUDE));
  }
  uint64_t wrong() const override {
    uint64_t differing = 0;
    for (size_t n = 0; n < count(); n++) {
      const float x = LATITUDE - places_[2 * n], y = LONGITUDE - places_[2 * n + 1];
      differing += distances_[n] != std::sqrt(x * x + y * y);
    }
    return differing;
  }

 private:
  static constexpr float LATITUDE = 0.3f, LONGITUDE = 0.9f;
  uint32_t count() const { return static_cast<uint32_t>(distances_.size()); }
  std::vector<float> places_, distances_;
};

class Fft : public Program {
 public:
  using Complex = std::complex<float>;
  explicit Fft(uint32_t points) : in_(points), a_(points), b_(points) {
    uint32_t seed = 3;
    for (Complex& z : in_)
      z = {static_cast<float>(next_random(seed) >> 8) / 8388608.0f - 1, static_cast<float>(next_random(seed) >> 8) / 8388608.0f - 1};
  }
  void reset() override { a_ = in_; }
  double run(Device& device) override {
    const uint32_t half = static_cast<uint32_t>(in_.size() / 2);
    double ms = 0;
    for (uint32_t span = 1; span <= half; span *= 2) {
      const float angle = static_cast<float>(-M_PI / span);
      ms += device.launch("&fft_stage", half, Arguments(a_.data(), b_.data(), half, span, angle));
      a_.swap(b_);
    }
    return ms;
  }
  /** Errors grow with the number of stages; results are of the size of the root of the number of points. */
  uint64_t wrong() const override {
    std::vector<std::complex<double>> x(in_.begin(), in_.end()), y(in_.size());
    const size_t half = x.size() / 2;
    for (size_t span = 1; span <= half; span *= 2) {
      for (size_t n = 0; n < half; n++) {
        const size_t k = n & (span - 1), to = 2 * n - k;
        const auto turned = x[n + half] * std::polar(1.0, -M_PI * static_cast<double>(k) / static_cast<double>(span));
        y[to] = x[n] + turned;
        y[to + span] = x[n] - turned;
      }
      x.swap(y);
    }
    const auto points = static_cast<double>(x.size());
    const double bound = 1e-6 * std::log2(points) * std::sqrt(points);
    uint64_t differing = 0;
    for (size_t n = 0; n < x.size(); n++) differing += !(std::abs(x[n] - std::complex<double>(a_[n])) < bound);
    return differing;
  }

 private:
  std::vector<Complex> in_, a_, b_;
};

class Saxpy : public Program {
 public:
  explicit Saxpy(uint32_t count) : x_(random_floats(count, 4)), y_(count) {}
  void reset() override { for (size_t n = 0; n < y_.size(); n++) y_[n] = before(n); }
  double run(Device& device) override {
    return device.launch("&saxpy", static_cast<uint32_t>(y_.size()), Arguments(x_.data(), y_.data(), A));
  }
  uint64_t wrong() const override {
    uint64_t count = 0;
    for (size_t n = 0; n < y_.size(); n++) count += y_[n] != std::fma(A, x_[n], before(n));
    return count;
  }

 private:
  static constexpr float A = 2.5f;
  static float before(size_t n) { return static_cast<float>(n % 1000) / 7; }
  std::vector<float> x_, y_;
};

class Reduction : public Program {
 public:
  explicit Reduction(uint32_t count) : in_(random_digits<float>(count, 5)), sums_((count + 255) / 256), sum_(1) {}
  double run(Device& device) override {
    double ms = sums_of(device, in_, sums_);
    std::vector<float> from = sums_;
    while (from.size() > 1) {
      std::vector<float> to((from.size() + 255) / 256);
      ms += sums_of(device, from, to);
      from = to;
    }
    sum_ = from;
    return ms;
  }
  uint64_t wrong() const override {
    double sum = 0;
    for (float value : in_) sum += value;
    return static_cast<double>(sum_[0]) != sum;
  }

 private:
  static double sums_of(Device& device, const std::vector<float>& from, std::vector<float>& to) {
    const auto count = static_cast<uint32_t>(from.size());
    return device.launch("&reduction", (count + 255) / 256 * 256, Arguments(from.data(), to.data(), count));
  }
  std::vector<float> in_, sums_, sum_;
};

class PrefixSum : public Program {
 public:
  explicit PrefixSum(uint32_t count) : in_(random_digits<uint32_t>(count, 6)), out_(count) {}
  double run(Device& device) override { return scan(device, in_, out_); }
  uint64_t wrong() const override {
    uint32_t sum = 0;
    uint64_t count = 0;
    for (size_t n = 0; n < in_.size(); n++) {
      count += out_[n] != sum;
      sum += in_[n];
    }
    return count;
  }

 private:
  static double scan(Device& device, const std::vector<uint32_t>& in, std::vector<uint32_t>& out) {
    const auto count = static_cast<uint32_t>(in.size()), groups = (count + 255) / 256;
    std::vector<uint32_t> sums(groups), before(groups);
    double ms = device.launch("&prefix_sum", groups * 256, Arguments(in.data(), out.data(), sums.data(), count));
    if (groups == 1) return ms;
    ms += scan(device, sums, before);
    return ms + device.launch("&prefix_add", groups * 256, Arguments(out.data(), before.data(), count));
  }
  std::vector<uint32_t> in_, out_;
};
