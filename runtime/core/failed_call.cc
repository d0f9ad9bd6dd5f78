// A failed call is a request; then its thread sleeps on a word in shared memory until the device releases it.
#include "core/failed_call.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <link.h>
#include <stddef.h>
#include <string.h>
#include <unwind.h>

#include "core/futex.h"
#include "core/session.h"

namespace runtime {
namespace failed_calls {

std::atomic<bool> wanted{false};

namespace {

/** A device that dies sends no wake-up: the thread checks at intervals. */
constexpr int kLookMs = 200;

std::atomic<unsigned char*> control{nullptr};

const std::atomic<uint32_t>& word(size_t offset) {
  return *reinterpret_cast<const std::atomic<uint32_t>*>(control.load(std::memory_order_relaxed) + offset);
}

/** Walks up the stack to the first frame outside of this library. */
struct Caller {
  const void* library = nullptr;
  abi::CallFailed* told = nullptr;
};

_Unwind_Reason_Code visit(_Unwind_Context* frame, void* data) {
  Caller& caller = *static_cast<Caller*>(data);
  const uintptr_t address = _Unwind_GetIP(frame);
  Dl_info info;
  if (address == 0 || !dladdr(reinterpret_cast<void*>(address), &info) || !info.dli_fname) return _URC_END_OF_STACK;
  if (info.dli_fbase == caller.library) return _URC_NO_REASON;
  const bool is_fixed = static_cast<const ElfW(Ehdr)*>(info.dli_fbase)->e_type == ET_EXEC;
  // The return address belongs to the instruction behind the call.
  caller.told->caller_offset = address - 1 - (is_fixed ? 0 : reinterpret_cast<uintptr_t>(info.dli_fbase));
  strncpy(caller.told->caller, info.dli_fname, sizeof caller.told->caller - 1);
  return _URC_END_OF_STACK;
}

void find_caller(abi::CallFailed& told) {
  Dl_info own;
  if (!dladdr(reinterpret_cast<const void*>(&visit), &own)) return;
  Caller caller = {own.dli_fbase, &told};
  _Unwind_Backtrace(visit, &caller);
}

bool is_lost() { return word(offsetof(abi::ControlHeader, device_lost)).load(std::memory_order_acquire) != 0; }

void wait_for(uint32_t number) {
  const std::atomic<uint32_t>& heard = word(offsetof(abi::ControlHeader, failure_heard));
  for (;;) {
    const uint32_t now = heard.load(std::memory_order_acquire);
    if (static_cast<int32_t>(now - number) >= 0 || is_lost()) return;
    futex_wait(heard, now, Sharing::Shared, kLookMs);
  }
}

}  // namespace

void tell(const char* call, cl_int code) {
  // Other functions run such bodies, too: their results are not the program's.
  if (call[0] != 'c' || call[1] != 'l') return;
  const int before = errno;
  abi::CallFailed told = {};
  told.code = code;
  strncpy(told.call, call, sizeof told.call - 1);
  find_caller(told);
  if (request(abi::kRequestCallFailed, &told) == 0 && told.number != 0) wait_for(told.number);
  errno = before;
}

}  // namespace failed_calls

void start_failed_calls(const Session* session) {
  unsigned char* control = session ? session->control : nullptr;
  failed_calls::control.store(control);
  failed_calls::wanted.store(control && reinterpret_cast<abi::ControlHeader*>(control)->failures != 0);
}

void forget_failed_calls_after_fork() { failed_calls::wanted.store(false); }

}  // namespace runtime
