// Intercepted calls by ptrace: asking TypeScript, and turning an open into a memfd_create.
#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "descriptors.h"
#include "guest_memory.h"
#include "tracer.h"

namespace host {
namespace {

// MFD_NAME_MAX_LEN of mm/memfd.c: NAME_MAX without "memfd:".
constexpr size_t kMemfdName = 249;

constexpr uint64_t kPage = 4096;  // PATH_MAX with its NUL

bool syscallInfo(pid_t tid, __ptrace_syscall_info* info) {
  return ptrace(static_cast<__ptrace_request>(PTRACE_GET_SYSCALL_INFO), tid, sizeof *info, info) > 0;
}

}  // namespace

std::unique_ptr<Event> Tracer::eventFor(EventKind kind, Thread& thread) {
  if (!thread.process) thread.process = processOf(thread.call.tid);
  auto event = std::make_unique<Event>(Event{kind});
  event->call = thread.call;
  event->process = thread.process;
  event->device = thread.verdict.device;
  event->inode = thread.verdict.inode;
  event->path = thread.verdict.path;
  event->inside = thread.verdict.inside;
  return event;
}

void Tracer::onSeccomp(pid_t tid) {
  statistics_.calls.fetch_add(1, std::memory_order_relaxed);
  __ptrace_syscall_info info;
  if (!syscallInfo(tid, &info) || info.op != PTRACE_SYSCALL_INFO_SECCOMP) return resume(tid);
  const CallRow* row = interceptor_.find(abiOf(info.arch, info.seccomp.nr), static_cast<uint32_t>(info.seccomp.nr));
  if (!row) return resume(tid);
  Thread& thread = threadOf(tid);
  // The filter cannot distinguish it from the guest's.
  if (thread.phase == Phase::naming) return resume(tid);
  thread.call = {row, tid, {}};
  memcpy(thread.call.arguments, info.seccomp.args, sizeof thread.call.arguments);
  if (row->role == CallRole::clone) return beginClone(tid, thread);
  auto reply = [this, tid](std::optional<int64_t> result) {
    if (result) skipCall(tid, *result);
    resume(tid);
  };
  if (isInspection(row->role) && inspections_.offer(thread.call, reply)) return;
  thread.verdict = interceptor_.judge(thread.call);
  switch (thread.verdict.kind) {
    case VerdictKind::ask:
      return ask(tid, thread);
    case VerdictKind::open:
      return beginOpen(tid, thread);
    case VerdictKind::reopen:
      thread.phase = Phase::reopening;
      return resume(tid);
    case VerdictKind::pass:
      if (config_.reportPassed) thread.phase = Phase::passing;
      return resume(tid);
  }
}

void Tracer::ask(pid_t tid, Thread& thread) {
  statistics_.supervised.fetch_add(1, std::memory_order_relaxed);
  thread.phase = Phase::asking;
  thread.serial = pending_.add(tid);
  auto event = eventFor(EventKind::call, thread);
  event->serial = thread.serial;
  if (thread.call.row->role == CallRole::open) event->flags = thread.openFlags = openFlags(thread.call);
  decisionSpin_.begin();
  hasAsked_ = true;
  sink_(std::move(event));
}

// The calls of a child without a tracer would fail where the filter stops them.
void Tracer::beginClone(pid_t tid, Thread& thread) {
  thread.phase = Phase::cloning;
  const uint64_t* arguments = thread.call.arguments;
  restoreArguments(tid, thread.call.row->abi, arguments[0] & ~uint64_t{CLONE_UNTRACED}, arguments[1]);
  resume(tid);
}

// No memory of the guest is written: its own path string becomes the name of the memfd, so a tiny stack, a 32-bit
// call of a 64-bit process, and a changed user id all work.
void Tracer::beginOpen(pid_t tid, Thread& thread) {
  const CallRow& row = *thread.call.row;
  uint64_t name = thread.call.arguments[row.path];
  size_t length = thread.verdict.path.size();
  if (length > kMemfdName) name += length - kMemfdName;
  uint64_t flags = MFD_ALLOW_SEALING | ((openFlags(thread.call) & O_CLOEXEC) ? MFD_CLOEXEC : 0);
  thread.phase = Phase::opening;
  replaceCall(tid, row.abi, config_.issued[static_cast<int>(row.abi)].memfdCreate, name, flags);
  resume(tid);
}

void Tracer::onSyscallStop(pid_t tid) {
  Thread& thread = threadOf(tid);
  __ptrace_syscall_info info;
  if (!syscallInfo(tid, &info)) return resume(tid);
  if (watched_.isEnabled() && info.op == PTRACE_SYSCALL_INFO_ENTRY) return onEntry(tid, info);
  // The entry stop of an injected call, or a thread that died just now.
  if (info.op != PTRACE_SYSCALL_INFO_EXIT) return resume(tid);
  Phase phase = thread.phase;
  thread.phase = Phase::running;
  switch (phase) {
    case Phase::opening:
      return endOpen(tid, thread, info.exit.rval, info.exit.is_error);
    case Phase::reopening:
      endReopen(tid, thread, info.exit.rval);
      break;
    case Phase::passing:
      reportPassed(thread, info.exit.rval);
      break;
    case Phase::following:
      return onExit(tid, thread, info.exit.rval);
    case Phase::closing:
      thread.injected.end(tid, thread.failure);
      break;
    case Phase::cloning:
      restoreArguments(tid, thread.call.row->abi, thread.call.arguments[0], thread.call.arguments[1]);
      break;
    case Phase::entering:
    case Phase::mapping:
    case Phase::naming:
    case Phase::unmapping:
      if (!openInside(tid, thread, phase, info.exit.rval, info.exit.is_error)) thread.injected.end(tid, -ENOMEM);
      break;
    default:
      break;
  }
  resume(tid);
}

void Tracer::endOpen(pid_t tid, Thread& thread, int64_t result, bool failed) {
  const uint64_t* arguments = thread.call.arguments;
  restoreArguments(tid, thread.call.row->abi, arguments[0], arguments[1]);
  if (failed) {
    if (config_.reportPassed) reportPassed(thread, result);
    return resume(tid);
  }
  auto event = eventFor(EventKind::opened, thread);
  int shared = shareDescription(tid, thread.process, static_cast<int>(result));
  OpenFiles::Adopted file = shared < 0 ? OpenFiles::Adopted{.error = errno} : files_.adopt(shared);
  thread.phase = Phase::opened;
  thread.serial = pending_.add(tid);
  event->serial = thread.serial;
  event->fd = file.fd;
  event->inode = file.inode;
  event->flags = openFlags(thread.call);
  event->result = result;
  event->error = file.error;
  thread.openedFd = static_cast<int>(result);
  if (file.fd >= 0) statistics_.opens.fetch_add(1, std::memory_order_relaxed);
  sink_(std::move(event));
  if (file.fd >= 0) files_.arm(file);
  if (shared >= 0) close(shared);
}

// The next step of an open of a file in a virtual tree. The path is ours, and no memory of the guest's is free for it
// but its own page: memory below a stack pointer may be in use. False when it is over.
bool Tracer::openInside(pid_t tid, Thread& thread, Phase phase, int64_t result, bool failed) {
  Abi abi = thread.call.row->abi;
  const IssuedNumbers& numbers = config_.issued[static_cast<int>(abi)];
  switch (phase) {
    case Phase::entering:
      thread.phase = Phase::mapping;
      return thread.injected.begin(tid, abi, numbers.mmap,
                                   {0, kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, ~0ull, 0});
    case Phase::mapping: {
      if (failed) return false;
      thread.page = abi == Abi::i386 ? static_cast<uint32_t>(result) : static_cast<uint64_t>(result);
      std::string path = config_.trees.contents(thread.verdict.inside);
      // A path that does not fit, or a copy that fails, leaves the page with its zeros: the empty path, which is
      // nowhere.
      if (path.size() < kPage) writeGuest(tid, thread.page, path.c_str(), path.size() + 1);
      thread.phase = Phase::naming;
      auto flags = static_cast<uint64_t>(readingFlags(thread.openFlags));
      return thread.injected.follow(tid, abi, numbers.open, {thread.page, flags, 0});
    }
    case Phase::naming:
      thread.opened = result;
      thread.phase = Phase::unmapping;
      return thread.injected.follow(tid, abi, numbers.munmap, {thread.page, kPage});
    default:
      return thread.injected.end(tid, thread.opened);
  }
}

void Tracer::endReopen(pid_t tid, Thread& thread, int64_t result) {
  if (result >= 0) {
    if (!thread.process) thread.process = processOf(tid);
    int shared = shareDescription(tid, thread.process, static_cast<int>(result));
    if (shared >= 0) {
      OpenFiles::hold(shared);
      close(shared);
    }
  }
  if (config_.reportPassed) reportPassed(thread, result);
}

void Tracer::reportPassed(Thread& thread, int64_t result) {
  auto event = eventFor(EventKind::passed, thread);
  event->result = result;
  sink_(std::move(event));
}

void Tracer::apply(pid_t tid, const Decision& decision) {
  Thread& thread = threads_[tid];
  Phase phase = thread.phase;
  thread.phase = Phase::running;
  thread.serial = 0;
  if (phase == Phase::asking && decision.action == DecisionAction::finish) skipCall(tid, decision.result);
  if (phase == Phase::asking && decision.action == DecisionAction::follow) thread.phase = Phase::following;
  if (phase == Phase::asking && decision.action == DecisionAction::give && skipCall(tid, -ENOMEM)) thread.phase = Phase::entering;
  if (phase == Phase::opened && decision.action == DecisionAction::reject) {
    Abi abi = thread.call.row->abi;
    if (thread.injected.begin(tid, abi, config_.issued[static_cast<int>(abi)].close, {static_cast<uint64_t>(thread.openedFd)})) {
      thread.failure = decision.result;
      thread.phase = Phase::closing;
    }
  }
  resume(tid);
}

}  // namespace host
