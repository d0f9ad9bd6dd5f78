// Busy-waiting for something that usually follows within microseconds. Waking a sleeping processor of a virtual machine
// costs some 18 us for each hop between threads; a short spin saves that while calls come one after the other.
#pragma once
#include <cstdint>
#include <ctime>

namespace host {

inline int64_t monotonicNanoseconds() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1'000'000'000ll + time.tv_nsec;
}

// For one waiting thread. Spins only when the last awaited thing came soon, and ever more rarely when spinning does not
// pay (a loaded machine, a guest that computes between its calls): with nothing to wait for it costs nothing.
class AdaptiveSpin {
 public:
  explicit AdaptiveSpin(bool allowed) : allowed_(allowed) {}

  // Tells when waiting began; `arrived` tells that it is over, by whichever means.
  void begin() { began_ = monotonicNanoseconds(); }
  void arrived() {
    if (began_) soon_ = monotonicNanoseconds() - began_ < kSoon;
    began_ = 0;
  }

  // Returns when `ready()` holds, or when it is better to sleep.
  template <typename Ready>
  void wait(Ready ready) {
    if (!allowed_ || !soon_) return;
    if (skipped_ > 0) {
      skipped_--;
      return;
    }
    const int64_t end = monotonicNanoseconds() + kLongest;
    while (!ready()) {
      if (monotonicNanoseconds() >= end) return fail();
      __builtin_ia32_pause();
    }
    failures_ = 0;
  }

 private:
  // A round trip of which every hop wakes a sleeping processor takes some 80 us: it must count as soon, and a spin must
  // outlast the other side's part of it, or the two sides would never begin to find each other awake.
  static constexpr int64_t kSoon = 200'000;
  static constexpr int64_t kLongest = 100'000;
  static constexpr int kFailuresAllowed = 2;
  static constexpr int kMostFailures = 7;  // then one call in 128 tries again: less than 1 us a call

  void fail() {
    if (failures_ < kMostFailures) failures_++;
    if (failures_ > kFailuresAllowed) skipped_ = 1 << failures_;
  }

  const bool allowed_;
  bool soon_ = false;
  int failures_ = 0;
  int skipped_ = 0;
  int64_t began_ = 0;
};

// More than one processor for this process: on a single one, spinning only keeps the other side from running.
bool hasSeveralProcessors();

}  // namespace host
