// Records go through a ring in shared memory. A thread that finds it full has the device read it, so that none is lost;
// the device also reads its contents when the program crashes.
#include "core/call_trace.h"

#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/futex.h"
#include "core/session.h"

namespace runtime {
namespace call_trace {

std::atomic<int> state{kUnknown};

namespace {

/** How often a full ring is looked at: another thread may be about to write the record that is to be read first. */
constexpr int kTries = 1000;

std::atomic<unsigned char*> control{nullptr};

std::atomic<uint32_t>& word(size_t offset) {
  return *reinterpret_cast<std::atomic<uint32_t>*>(control.load(std::memory_order_relaxed) + offset);
}

#define TRACE_WORD(field) word(offsetof(abi::ControlHeader, field))

/** The index of a record that is to be written; false when there is no room for it. */
bool take_index(uint32_t& index) {
  std::atomic<uint32_t>& tail = TRACE_WORD(trace_tail);
  for (int tries = 0; tries < kTries;) {
    index = tail.load(std::memory_order_relaxed);
    if (index - TRACE_WORD(trace_head).load(std::memory_order_acquire) < abi::kTraceEntries) {
      if (tail.compare_exchange_weak(index, index + 1)) return true;
      continue;
    }
    abi::TraceDrain drain = {};
    if (request(abi::kRequestTraceDrain, &drain) != 0) break;
    if (drain.taken == 0) sched_yield();
    tries++;
  }
  TRACE_WORD(trace_lost).fetch_add(1, std::memory_order_relaxed);
  return false;
}

void record(abi::TraceKind kind, const char* name, uint32_t command, uint64_t bytes, uint64_t time_ns) {
  uint32_t index;
  if (!take_index(index)) return;
  const size_t offset = abi::kTraceOffset + index % abi::kTraceEntries * sizeof(abi::TraceRecord);
  abi::TraceRecord& entry = *reinterpret_cast<abi::TraceRecord*>(control.load(std::memory_order_relaxed) + offset);
  entry.kind = kind;
  entry.process = static_cast<uint32_t>(getpid());
  entry.thread = static_cast<uint32_t>(syscall(SYS_gettid));
  entry.time_ns = time_ns;
  entry.bytes = bytes;
  entry.command = command;
  strncpy(entry.name, name, sizeof entry.name - 1);
  word(offset + offsetof(abi::TraceRecord, sequence)).store(index + 1, std::memory_order_release);
}

bool is_on() { return state.load(std::memory_order_acquire) == kOn; }

}  // namespace

uint64_t begin_call(const char* name) {
  const uint64_t now = now_ns();
  if (!is_on()) return now;
  record(abi::TraceKind_BEGIN, name, 0, 0, now);
  return 0;
}

void end_call(const char* name, uint64_t began) {
  if (!is_on()) return;
  const uint64_t now = now_ns();
  if (began) record(abi::TraceKind_BEGIN, name, 0, 0, began);
  record(abi::TraceKind_END, name, 0, 0, now);
}

void begin_command(uint32_t type, uint64_t bytes) {
  if (is_on()) record(abi::TraceKind_BEGIN, "", type, bytes, now_ns());
}

void end_command(uint32_t type) {
  if (is_on()) record(abi::TraceKind_END, "", type, 0, now_ns());
}

}  // namespace call_trace

void start_call_trace(const Session* session) {
  unsigned char* control = session ? session->control : nullptr;
  const bool wanted = control && reinterpret_cast<abi::ControlHeader*>(control)->traces != 0;
  call_trace::control.store(control);
  call_trace::state.store(wanted ? call_trace::kOn : call_trace::kOff);
}

void forget_call_trace_after_fork() { call_trace::state.store(call_trace::kUnknown); }

}  // namespace runtime
