// Registers of a stopped guest thread, by the ABI of the call it stopped in. Tracer thread only.
#pragma once
#include <sys/types.h>
#include <sys/user.h>

#include <cstdint>
#include <initializer_list>

#include "call_table.h"

struct seccomp_data;

namespace host {

// All return false when the thread has died in the meantime.

// At a seccomp stop: the kernel skips the call and returns `result`.
bool skipCall(pid_t tid, int64_t result);
// At a seccomp stop: another call, with its first two arguments.
bool replaceCall(pid_t tid, Abi abi, uint32_t number, uint64_t first, uint64_t second);
// At an exit stop: the first two arguments as the program left them.
bool restoreArguments(pid_t tid, Abi abi, uint64_t first, uint64_t second);

// The result register of a thread that was stopped by a signal; 0 when it has died.
int callResult(pid_t tid);
bool setCallResult(pid_t tid, int64_t result);
// The call that the signal interrupted, as a filter saw it.
bool interruptedCall(pid_t tid, seccomp_data* call);

// At a stop by SIGSEGV or SIGBUS: a thread that faulted in a marked copy (guarded_copy.h) continues behind it. False
// for all others.
bool leaveGuardedCopy(pid_t tid);

// A call that is made in the guest's name between two of its own instructions, with every signal held back.
class InjectedCall {
 public:
  // At an exit stop: makes the thread execute its system call instruction again, as call `number` with these arguments.
  bool begin(pid_t tid, Abi abi, uint32_t number, std::initializer_list<uint64_t> arguments);
  // At the exit stop of the injected call: one more.
  bool follow(pid_t tid, Abi abi, uint32_t number, std::initializer_list<uint64_t> arguments) const;
  // At the exit stop of the last one: everything as before `begin`, the result register excepted.
  bool end(pid_t tid, int64_t result);

 private:
  user_regs_struct saved_ = {};
  uint64_t savedMask_ = 0;
};

}  // namespace host
