// Calls of watched devices, which the kernel executes: TypeScript looks at the guest's memory before and after. Every
// call stops at its entry, not only what a filter picks: seccomp filters of an outer Atoll come first, and would leave
// none for this one.
#include <sys/ptrace.h>

#include <cstring>

#include "tracer.h"

namespace host {

void Tracer::onEntry(pid_t tid, const __ptrace_syscall_info& info) {
  const CallRow* row = interceptor_.find(abiOf(info.arch, info.entry.nr), static_cast<uint32_t>(info.entry.nr));
  if (!row) return resume(tid);
  Thread& thread = threadOf(tid);
  thread.call = {row, tid, {}};
  memcpy(thread.call.arguments, info.entry.args, sizeof thread.call.arguments);
  thread.verdict = watched_.judge(thread.call);
  if (thread.verdict.kind != VerdictKind::ask) return resume(tid);
  statistics_.calls.fetch_add(1, std::memory_order_relaxed);
  ask(tid, thread);
}

void Tracer::onExit(pid_t tid, Thread& thread, int64_t result) {
  if (thread.call.row->role == CallRole::open && result >= 0) watched_.opened(tid, static_cast<int>(result));
  thread.phase = Phase::left;
  thread.serial = pending_.add(tid);
  auto event = eventFor(EventKind::left, thread);
  event->serial = thread.serial;
  event->result = result;
  if (thread.call.row->role == CallRole::open) event->flags = thread.openFlags;
  hasAsked_ = true;
  sink_(std::move(event));
}

}  // namespace host
