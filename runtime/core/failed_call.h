// Calls that fail, told to a device that asks for it: the debugger stops there. Others pay a look at a flag, and only
// when they fail.
#pragma once
#include <atomic>
#include <cstdint>

#include "core/opencl.h"

namespace runtime {

struct Session;

/** The device has been asked whether it wants to hear of failed calls; nullptr: there is none. */
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
