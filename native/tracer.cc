// The ptrace side of a session: stops, signals, forks, execs and ends of guest threads (ptrace(2)).
#include "tracer.h"

#include <limits.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <utility>

#include "image_environment.h"
#include "needed_library.h"

namespace host {
namespace {

// With PTRACE_O_TRACESYSGOOD.
constexpr int kSyscallStop = SIGTRAP | 0x80;

bool isGroupStop(int signal) {
  return signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
}

// PTRACE_GET_SYSCALL_INFO (Linux 5.3): the only source of a call's number and ABI.
bool knowsSyscallInfo(pid_t tid) {
  __ptrace_syscall_info info;
  return ptrace(static_cast<__ptrace_request>(PTRACE_GET_SYSCALL_INFO), tid, sizeof info, &info) > 0 || errno == ESRCH;
}

}  // namespace

Tracer::Tracer(const SessionConfig& config, const Interceptor& interceptor, OpenFiles& files, EventSink sink,
               Statistics& statistics, PassedCalls& passed)
    : watched_(config.watched), config_(config), interceptor_(interceptor), files_(files), sink_(std::move(sink)), statistics_(statistics), passed_(passed),
      decisionSpin_(hasSeveralProcessors()) {}

SpawnFailure Tracer::spawn() {
  wait_.attach();
  SpawnFailure failure = spawnGuest(config_.spawn, &spawned_);
  if (failure.stage == SpawnFailure::none) threads_[spawned_.pid].process = spawned_.pid;
  return failure;
}

void Tracer::run() {
  for (;;) {
    int status = 0;
    pid_t tid = wait_.next(&status);
    if (tid < 0) return inspections_.close();  // ECHILD: all are gone
    if (tid > 0) handle(tid, status);
    // The processor of the thread that has just stopped is idle now, so that spinning here costs no other thread its
    // time.
    if (std::exchange(hasAsked_, false)) decisionSpin_.wait([this] { return wait_.isInterrupted(); });
    applyDecisions();
    applyInspections();
    if (killRequested_.exchange(false)) killTraced();
    if (nudgeRequested_.exchange(false)) onNudge();
    if (mainEnded_ && isStalled() != stalled_) {
      nudges_ = 0;
      stalled_ = !stalled_;
      if (stalled_) reportStall(StallAction::none);
    }
  }
}

bool Tracer::decide(const Decision& decision) {
  if (!pending_.decide(decision)) return false;
  wait_.interrupt();
  return true;
}

void Tracer::killAll() {
  killRequested_.store(true);
  wait_.interrupt();
}

void Tracer::killTraced() {
  killing_ = true;
  for (auto& [tid, thread] : threads_) kill(tid, SIGKILL);
}

Tracer::Thread& Tracer::threadOf(pid_t tid, bool* isNew) {
  auto [found, inserted] = threads_.try_emplace(tid);
  // A child that was born while the others were being killed.
  if (inserted && killing_) kill(tid, SIGKILL);
  if (isNew) *isNew = inserted;
  return found->second;
}

void Tracer::handle(pid_t tid, int status) {
  if (WIFEXITED(status) || WIFSIGNALED(status)) return onEnd(tid, status);
  statistics_.stops.fetch_add(1, std::memory_order_relaxed);
  bool isNew = false;
  threadOf(tid, &isNew);
  if (holds(tid, status)) return;
  noteStop(tid, false);
  if (isNew) onBirth(tid);
  int signal = WSTOPSIG(status);
  int event = static_cast<int>(static_cast<unsigned>(status) >> 16);
  if (event) return onEvent(tid, event, signal);
  if (signal == kSyscallStop) return onSyscallStop(tid);
  if (signal == SIGBUS && springsTripwire(tid)) return resume(tid);
  if ((signal == SIGSEGV || signal == SIGBUS) && leaveGuardedCopy(tid)) return resume(tid);
  noteSignal(tid, signal);
  if (config_.spawn.notify) restartUnseen(tid);
  resume(tid, signal);
}

// Also of signals that the guest ignores: a traced process stops for these too. Those that this process has sent do not
// count.
void Tracer::noteSignal(pid_t tid, int signal) {
  if (signal >= kSignals) return;
  Thread& thread = threadOf(tid);
  if (!thread.process) thread.process = processOf(tid);
  if (thread.process != spawned_.pid) return;
  siginfo_t information = {};
  ptrace(PTRACE_GETSIGINFO, tid, nullptr, &information);
  if (information.si_code != SI_USER || information.si_pid != getpid()) signalledAt_[signal] = monotonicNanoseconds();
}

// The program gets no signal for a page that was taken away: the access is repeated.
bool Tracer::springsTripwire(pid_t tid) {
  siginfo_t information = {};
  if (ptrace(PTRACE_GETSIGINFO, tid, nullptr, &information) != 0 || information.si_code != BUS_ADRERR) return false;
  if (!tripwires_.giveBack(&threadOf(tid).sprung)) return false;
  if (tripwires_.blocked(tid)) block(tid, SIGBUS);
  return true;
}

// In the mask of a stopped thread.
void Tracer::block(pid_t tid, int signal) {
  uint64_t mask = 0;
  if (ptrace(PTRACE_GETSIGMASK, tid, reinterpret_cast<void*>(sizeof mask), &mask) != 0) return;
  mask |= uint64_t{1} << (signal - 1);
  ptrace(PTRACE_SETSIGMASK, tid, reinterpret_cast<void*>(sizeof mask), &mask);
}

// A thread has stopped with its process until SIGCONT, or does something again.
void Tracer::noteStop(pid_t tid, bool stopped) {
  Thread& thread = threadOf(tid);
  if (thread.stopped == stopped) return;
  thread.stopped = stopped;
  if (!thread.process) thread.process = processOf(tid);
  if (thread.process != spawned_.pid || mainStopped_ == stopped) return;
  mainStopped_ = stopped;
  auto event = std::make_unique<Event>(Event{EventKind::mainStopped});
  event->process = thread.process;
  event->result = stopped;
  sink_(std::move(event));
}

void Tracer::onEnd(pid_t tid, int status) {
  endInspection(tid);
  forget(tid);
  if (tid != spawned_.pid) return;
  mainEnded_ = true;
  SpawnFailure failure = readSpawnReport(&spawned_);
  auto event = std::make_unique<Event>(Event{EventKind::mainExited});
  if (failure.stage != SpawnFailure::none) {
    event->kind = EventKind::started;
    event->flags = failure.stage;
    event->error = failure.error;
  }
  event->process = tid;
  event->result = status;
  sink_(std::move(event));
}

void Tracer::onEvent(pid_t tid, int event, int signal) {
  switch (event) {
    case PTRACE_EVENT_SECCOMP:
      return onSeccomp(tid);
    case PTRACE_EVENT_STOP:
      // LISTEN leaves the thread stopped until SIGCONT, as job control requires; resuming would cancel the stop.
      if (isGroupStop(signal)) {
        return noteStop(tid, ptrace(PTRACE_LISTEN, tid, nullptr, nullptr) == 0);
      }
      break;
    case PTRACE_EVENT_EXEC:
      onExec(tid);
      break;
    case PTRACE_EVENT_FORK:
    case PTRACE_EVENT_VFORK:
    case PTRACE_EVENT_CLONE:
      // The child makes itself known by its own first stop.
      (event == PTRACE_EVENT_CLONE ? statistics_.threads : statistics_.processes).fetch_add(1, std::memory_order_relaxed);
      break;
    default:
      break;
  }
  resume(tid);
}

// When a thread that is not the leader of its process executes a program, the leader's id passes to it without another
// word.
void Tracer::onBirth(pid_t tid) {
  if (isLeader(tid)) return;
  ptrace(PTRACE_SETOPTIONS, tid, nullptr, traceOptions(config_.spawn) | PTRACE_O_TRACEEXEC);
}

// All other threads of the process are gone, and the one that called execve has taken the leader's id.
void Tracer::onExec(pid_t tid) {
  unsigned long former = 0;
  if (ptrace(PTRACE_GETEVENTMSG, tid, nullptr, &former) == 0) forget(static_cast<pid_t>(former));
  forget(tid);
  threadOf(tid).process = tid;
  renewEnvironment(tid);
  if (tid != spawned_.pid || spawned_.report < 0) return;
  readSpawnReport(&spawned_);
  // A stop less for every program that its descendants execute.
  ptrace(PTRACE_SETOPTIONS, tid, nullptr, traceOptions(config_.spawn));
  auto event = std::make_unique<Event>(Event{EventKind::started});
  event->process = tid;
  if (!config_.spawn.notify && !knowsSyscallInfo(tid)) {
    event->flags = SpawnFailure::feature;
    event->error = SpawnFailure::syscallInfo;
    killRequested_.store(true);
  }
  sink_(std::move(event));
}

// An emptied environment (env -i, sudo, login shells) would lead to another OpenCL library without a word.
void Tracer::renewEnvironment(pid_t tid) {
  if (!config_.spawn.follow || config_.spawn.lasting.empty()) return;
  char program[64];
  snprintf(program, sizeof program, "/proc/%d/exe", tid);
  std::vector<std::string> variables = config_.spawn.lasting;
  const auto& preload = config_.spawn.preload;
  if (!preload.empty() && needsLibrary(program, preload.front()))
    variables.insert(variables.end(), preload.begin() + 1, preload.end());
  EnvironmentChange change = addVariables(tid, variables);
  if (change != EnvironmentChange::ignored && change != EnvironmentChange::failed) return;
  auto event = std::make_unique<Event>(Event{EventKind::unreached});
  event->process = tid;
  event->result = change == EnvironmentChange::ignored;
  char link[PATH_MAX] = {};
  if (readlink(program, link, sizeof link - 1) > 0) event->path = link;
  sink_(std::move(event));
}

void Tracer::forget(pid_t tid) {
  if (config_.spawn.notify) passed_.forget(tid);
  auto found = threads_.find(tid);
  if (found == threads_.end()) return;
  pending_.forget(found->second.serial);
  threads_.erase(found);
}

// A thread in the middle of a call of ours must stop again at its exit; with watched devices, every thread at every
// call.
void Tracer::resume(pid_t tid, int signal) {
  auto found = threads_.find(tid);
  bool watching = watched_.isEnabled() || (found != threads_.end() && found->second.phase != Phase::running);
  ptrace(watching ? PTRACE_SYSCALL : PTRACE_CONT, tid, nullptr, static_cast<long>(signal));
}

void Tracer::applyDecisions() {
  for (auto& [tid, decision] : pending_.take()) {
    decisionSpin_.arrived();
    auto found = threads_.find(tid);
    if (found == threads_.end()) continue;
    if (found->second.hold.isStopped) {
      found->second.hold.decision = decision;
    } else {
      apply(tid, decision);
    }
  }
}

}  // namespace host
