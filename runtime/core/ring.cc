// The guest's side of the ring: doorbell protocol as src/abi/schema.ts describes it.
#include "core/ring.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include <mutex>
#include <vector>

#include "../native/adaptive_spin.h"
#include "core/futex.h"
#include "core/opencl.h"
#include "core/per_process.h"

namespace runtime {
namespace {

using host::AdaptiveSpin;

/** Looks at completion before a thread sleeps, whatever it has seen before. */
constexpr int kSpins = 300;
/**
 * Nanoseconds for which it looks where waits are short: an idle processor is woken and executes a short kernel in less.
 */
constexpr int64_t kLookoutNs = 50000;
/** Waits, at most, of which one tries that again after it did not pay: 1.6 us a wait. */
constexpr int kMostSkipped = 32;
constexpr int kRoomTimeoutMs = 5;
/** How often a sleeping thread looks whether the device is still there. */
constexpr int kLostTimeoutMs = 500;

struct Ring {
  unsigned char* control = nullptr;
  std::mutex mutex;
  std::vector<uint32_t> free_signals;
  uint32_t unused_signal = 0;
};

PerProcess<Ring> ring;

/** A recording of the device sees memory at calls only: each wait then makes one, also one that is over already. */
bool waits_by_calls() {
  static const bool asked = getenv("ATOLL_WAIT_BY_CALLS") != nullptr;
  return asked;
}

std::atomic<uint32_t>& word(size_t offset) {
  return *reinterpret_cast<std::atomic<uint32_t>*>(ring->control + offset);
}

std::atomic<uint32_t>& state_word(uint32_t index) {
  return word(abi::kSignalOffset + index * sizeof(abi::Signal) + offsetof(abi::Signal, state));
}

#define HEADER_WORD(field) word(offsetof(abi::ControlHeader, field))

/** How this thread looks out for completion. */
AdaptiveSpin& lookout() {
  static const bool useful = host::hasSeveralProcessors();
  thread_local AdaptiveSpin spin(useful, kLookoutNs, kMostSkipped);
  return spin;
}

bool has_room() {
  return HEADER_WORD(ring_tail).load(std::memory_order_relaxed) - HEADER_WORD(ring_head).load() < abi::kRingEntries;
}

}  // namespace

void start_ring(Session& session) { ring->control = session.control; }

void forget_ring_after_fork() { ring.reset(); }

uint32_t take_signal() {
  uint32_t index;
  {
    std::lock_guard<std::mutex> lock(ring->mutex);
    if (!ring->free_signals.empty()) {
      index = ring->free_signals.back();
      ring->free_signals.pop_back();
    } else if (ring->unused_signal < abi::kSignalCount) {
      index = ring->unused_signal++;
    } else {
      return kNoSignal;
    }
  }
  abi::Signal& signal = const_cast<abi::Signal&>(signal_at(index));
  signal.status = 0;
  signal.start_ns = signal.end_ns = 0;
  state_word(index).store(abi::SignalState_PENDING, std::memory_order_release);
  return index;
}

void free_signal(uint32_t index) {
  std::lock_guard<std::mutex> lock(ring->mutex);
  ring->free_signals.push_back(index);
}

const abi::Signal& signal_at(uint32_t index) {
  return *reinterpret_cast<abi::Signal*>(ring->control + abi::kSignalOffset + index * sizeof(abi::Signal));
}

uint32_t signal_state(uint32_t index) { return state_word(index).load(std::memory_order_acquire); }

bool is_device_lost() { return HEADER_WORD(device_lost).load() != 0; }

void wait_signal(uint32_t index) {
  std::atomic<uint32_t>& state = state_word(index);
  if (waits_by_calls()) futex_wait(state, abi::SignalState_PENDING, Sharing::Shared, kLostTimeoutMs);
  AdaptiveSpin& spin = lookout();
  spin.begin();
  const auto ready = [&] { return is_final(state.load(std::memory_order_acquire)); };
  if (spin.wait(ready) == AdaptiveSpin::Outcome::NotTried) {
    for (int looks = 0; looks < kSpins && !ready(); looks++) pause_cpu();
  }
  for (uint32_t seen; !is_final(seen = state.load(std::memory_order_acquire));) {
    if (is_device_lost()) {
      // The packet may have come too late for the device to mark it.
      const_cast<abi::Signal&>(signal_at(index)).status = CL_OUT_OF_RESOURCES;
      state.compare_exchange_strong(seen, abi::SignalState_FAILED);
      continue;
    }
    futex_wait(state, seen, Sharing::Shared, kLostTimeoutMs);
  }
  spin.arrived();
}

bool push_packet(const abi::Packet& packet) {
  if (!has_room()) return false;
  std::atomic<uint32_t>& tail = HEADER_WORD(ring_tail);
  uint32_t index = tail.load(std::memory_order_relaxed);
  unsigned char* entry = ring->control + abi::kRingOffset + index % abi::kRingEntries * sizeof(abi::Packet);
  memcpy(entry, &packet, sizeof packet);
  tail.store(index + 1, std::memory_order_release);
  return true;
}

void ring_doorbell() {
  const int processor = sched_getcpu();
  HEADER_WORD(ringing_processor).store(processor < 0 ? 0 : processor + 1, std::memory_order_relaxed);
  // Both are sequentially consistent: either the device sees the new value before it sleeps, or we see that it sleeps.
  HEADER_WORD(doorbell).fetch_add(1);
  if (HEADER_WORD(server_sleeps).load() == 1) futex_wake_all(HEADER_WORD(doorbell), Sharing::Shared);
}

void wait_for_room() {
  uint32_t head = HEADER_WORD(ring_head).load();
  if (!has_room()) futex_wait(HEADER_WORD(ring_head), head, Sharing::Shared, kRoomTimeoutMs);
}

void read_fault_text(uint32_t index, abi::FaultText& text) {
  memset(&text, 0, sizeof text);
  text.signal = index;
  if (request(abi::kRequestFaultText, &text) != 0) text.text[0] = 0;
  text.text[sizeof text.text - 1] = 0;
}

}  // namespace runtime
