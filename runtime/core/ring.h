// The command ring and the signals: kernel launches travel without a system call.
#pragma once
#include <cstdint>

#include "core/session.h"

namespace runtime {

constexpr uint32_t kNoSignal = ~0u;

void start_ring(Session& session);
void forget_ring_after_fork();

/** A free signal, set to PENDING; kNoSignal when all are in use. */
uint32_t take_signal();
void free_signal(uint32_t index);
const abi::Signal& signal_at(uint32_t index);

/** The state now, with all that the device wrote before it. */
uint32_t signal_state(uint32_t index);
inline bool is_final(uint32_t state) {
  return state == abi::SignalState_COMPLETE || state == abi::SignalState_FAILED;
}

/** True when the device serves this guest no more. */
bool is_device_lost();

/** Waits until the state is COMPLETE or FAILED; a lost device makes it FAILED. */
void wait_signal(uint32_t index);

/** Writes a packet into the ring; false when it is full. Callers take turns (the scheduler's lock). */
bool push_packet(const abi::Packet& packet);

/** Wakes the device: packets are there. */
void ring_doorbell();

/** Waits some milliseconds at most for room in the ring. */
void wait_for_room();

/** Why a signal failed, in words; empty when the device gives none. */
void read_fault_text(uint32_t index, abi::FaultText& text);

}  // namespace runtime
