// The ptrace side of a session. One thread makes every ptrace request; other threads only leave decisions.
#pragma once
#include <atomic>
#include <optional>
#include <unordered_map>

#include "adaptive_spin.h"
#include "decisions.h"
#include "inspection.h"
#include "interceptor.h"
#include "interruptible_wait.h"
#include "passed_calls.h"
#include "registers.h"
#include "session_config.h"
#include "tripwires.h"

struct __ptrace_syscall_info;

namespace host {

struct Statistics {
  std::atomic<uint64_t> stops{0};         // every stop of a guest thread
  std::atomic<uint64_t> calls{0};         // stops of the filter (or notifications)
  std::atomic<uint64_t> supervised{0};         // of these, answered by TypeScript
  std::atomic<uint64_t> opens{0};         // virtual files made
  std::atomic<uint64_t> releases{0};      // virtual files gone
  std::atomic<uint64_t> processes{1};     // forks and vforks seen, and the first process
  std::atomic<uint64_t> threads{0};       // clones seen
};

class Tracer {
 public:
  Tracer(const SessionConfig& config, const Interceptor& interceptor, OpenFiles& files, EventSink sink, Statistics& statistics,
         PassedCalls& passed);

  // On the tracer thread, in this order.
  SpawnFailure spawn();
  void run();  // returns when no traced process is left

  // From any thread.
  bool decide(const Decision& decision);
  bool isWaiting(uint64_t serial) const { return pending_.isWaiting(serial); }
  void killAll();
  // Acts on a stall (see reportStall) that has lasted since the last `stalled` event.
  void nudgeStopped();

  const Spawned& spawned() const { return spawned_; }
  Tripwires& tripwires() { return tripwires_; }
  Inspections& inspections() { return inspections_; }

  // When a signal of another process was last about to be delivered to the main process (monotonic ns); 0 never.
  int64_t signalledAt(int signal) const { return signal > 0 && signal < kSignals ? signalledAt_[signal].load() : 0; }

 private:
  static constexpr int kSignals = 32;  // the numbers below the real-time signals

  enum class Phase {
    running,   // no operation in progress
    asking,    // stopped at the filter; TypeScript decides
    opening,   // its open runs as memfd_create
    opened,    // stopped at the exit of that; TypeScript decides
    reopening, // runs an open of /proc/.../fd/N that is one of our files
    passing,   // runs a call that only has to be reported
    following, // runs a watched call, whose end is reported to TypeScript
    left,      // stopped at that end
    closing,   // runs an injected close
    cloning,   // makes a child with CLONE_UNTRACED
    entering,  // leaves a skipped open of a file in a virtual tree, which is then made in three injected calls:
    mapping,   // a page for the path,
    naming,    // the open of the path,
    unmapping, // and the page goes
  };
  struct Thread {
    Phase phase = Phase::running;
    uint64_t serial = 0;
    pid_t process = 0;
    bool stopped = false;  // in a group stop, until SIGCONT
    Call call;
    Verdict verdict;
    InjectedCall injected;
    int openedFd = -1;
    int64_t failure = 0;  // result of the open after the injected close
    int openFlags = 0;    // asking, for an open
    uint64_t page = 0;    // naming: for the path
    int64_t opened = 0;   // unmapping: the result of the open
    uint64_t sprung = 0;  // of Tripwires
    ThreadHold hold;
  };

  // tracer.cc: life of threads
  void handle(pid_t tid, int status);
  void onEnd(pid_t tid, int status);
  void noteSignal(pid_t tid, int signal);
  bool springsTripwire(pid_t tid);
  static void block(pid_t tid, int signal);
  void noteStop(pid_t tid, bool stopped);
  void onEvent(pid_t tid, int event, int signal);
  void onBirth(pid_t tid);
  void onExec(pid_t tid);
  void renewEnvironment(pid_t tid);
  void resume(pid_t tid, int signal = 0);
  void forget(pid_t tid);
  void applyDecisions();
  void killTraced();
  // tracer_restart.cc: calls that a signal interrupted before the notifier saw them
  void restartUnseen(pid_t tid);
  // tracer_stall.cc: processes that outlive the main one and have all been stopped
  bool isStalled() const;
  void reportStall(StallAction action);
  void onNudge();
  // tracer_inspect.cc: the part of a tracer that an inspector of the guest's would have
  void applyInspections();
  void inspect(const Call& call, const InspectionReply& reply);
  void attachInspector(pid_t inspector, pid_t target, const InspectionReply& reply);
  void awaitInspected(const Call& call, const InspectionReply& reply);
  bool holds(pid_t tid, int status);
  void release(pid_t tid);
  void endInspection(pid_t tid);
  Thread& threadOf(pid_t tid, bool* isNew = nullptr);

  // tracer_calls.cc: intercepted calls
  void onSeccomp(pid_t tid);
  void onSyscallStop(pid_t tid);
  // tracer_watch.cc: calls that are only looked at
  void onEntry(pid_t tid, const __ptrace_syscall_info& info);
  void onExit(pid_t tid, Thread& thread, int64_t result);
  void apply(pid_t tid, const Decision& decision);
  void beginClone(pid_t tid, Thread& thread);
  void beginOpen(pid_t tid, Thread& thread);
  void endOpen(pid_t tid, Thread& thread, int64_t result, bool failed);
  bool openInside(pid_t tid, Thread& thread, Phase phase, int64_t result, bool failed);
  void endReopen(pid_t tid, Thread& thread, int64_t result);
  void ask(pid_t tid, Thread& thread);
  void reportPassed(Thread& thread, int64_t result);
  std::unique_ptr<Event> eventFor(EventKind kind, Thread& thread);

  // The set of watched files may grow while the guest runs.
  WatchedFiles watched_;
  const SessionConfig& config_;
  const Interceptor& interceptor_;
  OpenFiles& files_;
  const EventSink sink_;
  Statistics& statistics_;
  PassedCalls& passed_;
  Spawned spawned_;
  InterruptibleWait wait_;
  Tripwires tripwires_;
  PendingCalls pending_;
  Inspections inspections_{[this] { wait_.interrupt(); }};
  std::unordered_map<pid_t, Thread> threads_;
  std::atomic<bool> killRequested_{false};
  std::atomic<int64_t> signalledAt_[kSignals] = {};
  AdaptiveSpin decisionSpin_;
  bool hasAsked_ = false;  // TypeScript got a request since decisions were last read
  std::atomic<bool> nudgeRequested_{false};
  bool mainEnded_ = false;
  bool mainStopped_ = false;  // as reported
  bool stalled_ = false;  // as reported
  int nudges_ = 0;        // of this stall
  bool hungUp_ = false;   // SIGHUP has been sent: the next stall ends with SIGKILL
  bool killing_ = false;
};

}  // namespace host
