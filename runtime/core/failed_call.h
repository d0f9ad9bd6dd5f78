// Calls that fail, reported to a device that requests it: the debugger stops there. Otherwise they cost a test of a
// flag, and only when they fail.
#pragma once
#include <atomic>
#include <cstdint>

#include "core/opencl.h"

namespace runtime {

struct Session;

/** Failed calls are reported if the device has requested it; nullptr: there is no device. */
void start_failed_calls(const Session* session);
void forget_failed_calls_after_fork();

namespace failed_calls {

extern std::atomic<bool> wanted;
void tell(const char* call, cl_int code);

}  // namespace failed_calls

/** The call is about to return an error. Waits as long as a debugger looks at it. */
inline void note_failure(const char* call, cl_int code) {
  if (failed_calls::wanted.load(std::memory_order_relaxed)) failed_calls::tell(call, code);
}

}  // namespace runtime
