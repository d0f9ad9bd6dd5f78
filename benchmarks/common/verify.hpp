// Comparison of every element of a result with its reference.
#pragma once

#include <cmath>
#include <iostream>
#include <string>
#include <type_traits>
#include <vector>

namespace bench {

/** |got - want| <= absolute + relative * |want|; {0, 0} demands equality. */
struct Tolerance {
  double absolute = 0;
  double relative = 0;
};

/** Collects comparisons and whether all of them agreed. */
class Verdict {
 public:
  /** Compares all elements, reports the first that differs. Not-a-number never agrees. */
  template <typename T>
  void compare(const std::string& what, const std::vector<T>& got, const std::vector<T>& want, Tolerance tolerance) {
    comparisons_++;
    if (got.size() != want.size()) {
      failed(what + " has " + std::to_string(got.size()) + " elements instead of " + std::to_string(want.size()));
      return;
    }
    size_t wrong = 0;
    size_t first = 0;
    for (size_t index = 0; index < got.size(); index++) {
      if (agrees(got[index], want[index], tolerance)) continue;
      if (wrong++ == 0) first = index;
    }
    if (wrong == 0) return;
    std::cerr.precision(std::is_same<T, double>::value ? 17 : 9);
    std::cerr << what << "[" << first << "] is " << +got[first] << " instead of " << +want[first] << "; " << wrong
              << " of " << got.size() << " elements differ\n";
    passed_ = false;
  }

  /** Demands a property. */
  void claim(const std::string& what, bool holds) {
    comparisons_++;
    if (!holds) failed("not true: " + what);
  }

  bool passed() const { return passed_ && comparisons_ > 0; }

 private:
  template <typename T>
  static bool agrees(T got, T want, Tolerance tolerance) {
    if constexpr (std::is_floating_point<T>::value) {
      const double difference = std::fabs(static_cast<double>(got) - static_cast<double>(want));
      return difference <= tolerance.absolute + tolerance.relative * std::fabs(static_cast<double>(want));
    } else {
      const double difference = got > want ? static_cast<double>(got - want) : static_cast<double>(want - got);
      return got == want || difference <= tolerance.absolute;
    }
  }

  void failed(const std::string& message) {
    std::cerr << message << "\n";
    passed_ = false;
  }

  bool passed_ = true;
  size_t comparisons_ = 0;
};

}  // namespace bench
