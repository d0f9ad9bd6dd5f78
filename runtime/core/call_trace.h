// Trace of the program's threads in this library, for `atoll run --trace`: calls, and the commands that the library
// executes itself. Nothing is recorded, and no clock read, unless the device requests it.
#pragma once
#include <atomic>
#include <cstdint>

namespace runtime {

struct Session;

/** Records are made if the device has requested them; nullptr: there is no device. */
void start_call_trace(const Session* session);
void forget_call_trace_after_fork();

namespace call_trace {

/** Unknown until there is a session: the call that opens it is recorded too. */
enum State : int { kUnknown, kOff, kOn };
extern std::atomic<int> state;

/** @returns when it began */
uint64_t begin_call(const char* name);
void end_call(const char* name, uint64_t began);
void begin_command(uint32_t type, uint64_t bytes);
void end_command(uint32_t type);

inline bool is_off() { return state.load(std::memory_order_relaxed) == kOff; }

}  // namespace call_trace

/** Stands around the body of a possible API call: functions of other names are not recorded. */
class TracedCall {
 public:
  explicit TracedCall(const char* name) : name_(call_trace::is_off() || name[0] != 'c' || name[1] != 'l' ? nullptr : name) {
    if (name_) began_ = call_trace::begin_call(name_);
  }
  ~TracedCall() {
    if (name_) call_trace::end_call(name_, began_);
  }
  TracedCall(const TracedCall&) = delete;
  TracedCall& operator=(const TracedCall&) = delete;

 private:
  const char* name_;
  uint64_t began_ = 0;
};

/** Stands around the execution of a command. */
class TracedCommand {
 public:
  TracedCommand(uint32_t type, uint64_t bytes) : type_(type), is_on_(!call_trace::is_off()) {
    if (is_on_) call_trace::begin_command(type, bytes);
  }
  ~TracedCommand() {
    if (is_on_) call_trace::end_command(type_);
  }
  TracedCommand(const TracedCommand&) = delete;
  TracedCommand& operator=(const TracedCommand&) = delete;

 private:
  uint32_t type_;
  bool is_on_;
};

}  // namespace runtime
