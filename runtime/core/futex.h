// Sleeping on a 32-bit word, in private memory or in memory shared with the device.
#pragma once
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <climits>
#include <cstdint>

namespace runtime {

enum class Sharing { Private, Shared };

/** Sleeps while the word is `expected`; may return early. `timeout_ms` < 0: no limit. */
inline void futex_wait(const std::atomic<uint32_t>& word, uint32_t expected, Sharing sharing, int timeout_ms = -1) {
  timespec timeout = {timeout_ms / 1000, (timeout_ms % 1000) * 1000000L};
  int operation = sharing == Sharing::Private ? FUTEX_WAIT_PRIVATE : FUTEX_WAIT;
  syscall(SYS_futex, &word, operation, expected, timeout_ms < 0 ? nullptr : &timeout, nullptr, 0);
}

inline void futex_wake_all(const std::atomic<uint32_t>& word, Sharing sharing) {
  int operation = sharing == Sharing::Private ? FUTEX_WAKE_PRIVATE : FUTEX_WAKE;
  syscall(SYS_futex, &word, operation, INT_MAX, nullptr, nullptr, 0);
}

inline void pause_cpu() { __builtin_ia32_pause(); }

/** CLOCK_MONOTONIC in nanoseconds: the device timer of profiling. */
inline uint64_t now_ns() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000u + static_cast<uint64_t>(now.tv_nsec);
}

}  // namespace runtime
