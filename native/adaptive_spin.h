// Busy-waiting for something that usually follows within microseconds: used on both sides, by Atoll's threads and by
// the guest's runtime. Waking a sleeping processor of a virtual machine costs some 18 us for each hop between threads;
// a short spin saves that while calls come one after the other.
#pragma once
#include <sched.h>

#include <cstdint>
#include <ctime>

namespace host {

inline int64_t monotonicNanoseconds() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1'000'000'000ll + time.tv_nsec;
}

// More than one processor for this process: on a single one, spinning only keeps the other side from running
// (sched_getaffinity(2)).
inline bool hasSeveralProcessors() {
  cpu_set_t allowed;
  // Fails on machines with more processors than the set has room for.
  return sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) > 1;
}

// For one waiting thread. Spins only when the last awaited thing came soon, and ever more rarely when spinning does not
// pay (a loaded machine, a guest that computes between its calls): with nothing to wait for it costs nothing.
class AdaptiveSpin {
 public:
  // longest: nanoseconds after which sleeping is better; mostSkipped: the most calls, a power of two, between two that
  // try it again.
  explicit AdaptiveSpin(bool allowed, int64_t longest = 100'000, int mostSkipped = 128)
      : allowed_(allowed), longest_(longest), mostSkipped_(mostSkipped) {}

  // `begin` sets the start of the wait; `arrived` ends it, whatever ended the wait.
  void begin() { began_ = monotonicNanoseconds(); }
  void arrived() {
    if (began_) soon_ = monotonicNanoseconds() - began_ < kSoon;
    began_ = 0;
  }

  enum class Outcome { NotTried, Ready, Failed };

  // Returns when `ready()` holds, or when it is better to sleep.
  template <typename ReadyTest>
  Outcome wait(ReadyTest ready) {
    if (!allowed_ || !soon_) return Outcome::NotTried;
    if (skipped_ > 0) {
      skipped_--;
      return Outcome::NotTried;
    }
    const int64_t end = monotonicNanoseconds() + longest_;
    while (!ready()) {
      if (monotonicNanoseconds() >= end) {
        fail();
        return Outcome::Failed;
      }
      __builtin_ia32_pause();
    }
    failures_ = 0;
    return Outcome::Ready;
  }

 private:
  // A round trip of which every hop wakes a sleeping processor takes some 80 us: it must count as soon, and a spin
  // should outlast the other side's part of it, or the two sides would never begin to find each other awake.
  static constexpr int64_t kSoon = 200'000;
  static constexpr int kFailuresAllowed = 2;

  void fail() {
    if (1 << failures_ < mostSkipped_) failures_++;
    if (failures_ > kFailuresAllowed) skipped_ = 1 << failures_;
  }

  const bool allowed_;
  const int64_t longest_;
  const int mostSkipped_;
  bool soon_ = false;
  int failures_ = 0;
  int skipped_ = 0;
  int64_t began_ = 0;
};

}  // namespace host
