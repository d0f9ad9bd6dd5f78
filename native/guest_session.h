// One guest tree: its tracer and notifier threads, events up (a thread-safe function), decisions down.
#pragma once
#include <napi.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <memory>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "adaptive_spin.h"
#include "notifier.h"
#include "tracer.h"

namespace host {

// Events are copied into two arrays that JavaScript made, so that one costs no allocation on the JavaScript side:
// numbers by EventNumber, and the raw arguments.
constexpr int64_t kMaxQueuedReports = 10000;

// Events on their way to any JavaScript thread.
inline std::atomic<int64_t> queuedEverywhere{0};

class Session {
 public:
  Session(Napi::Env env, SessionConfig config, Napi::Function onEvent, Napi::Float64Array numbers, Napi::BigUint64Array arguments)
      : config_(std::move(config)),
        files_(std::make_shared<OpenFiles>(config_.maxOpenFiles, [this](uint64_t inode) { onRelease(inode); })),
        interceptor_(config_.calls, config_.paths, config_.trees, *files_),
        tracer_(config_, interceptor_, *files_, [this](auto event) { post(std::move(event)); }, statistics_, passed_),
        notifier_(config_, interceptor_, *files_, [this](auto event) { post(std::move(event)); }, statistics_, passed_, tracer_.inspections()),
        // A notification wakes its guest on the processor of the answering thread: spinning there would keep the guest
        // from running.
        callSpin_(!config_.spawn.notify && hasSeveralProcessors()),
        numbers_(Napi::Persistent(numbers)),
        arguments_(Napi::Persistent(arguments)),
        sink_(Napi::ThreadSafeFunction::New(env, onEvent, "atoll guest events", 0, 1)) {}

  // Waits until the guest exists (or could not be made).
  SpawnFailure start() {
    try {
      thread_ = std::thread([this] { run(); });
    } catch (const std::system_error& error) {
      end();
      return {SpawnFailure::thread, error.code().value()};
    }
    std::unique_lock guard(mutex_);
    changed_.wait(guard, [this] { return spawnDone_; });
    SpawnFailure failure = failure_;
    guard.unlock();
    if (failure.stage != SpawnFailure::none) end();
    return failure;
  }

  // Kills remaining processes and waits for our threads; at the end of the environment.
  void end() {
    if (thread_.joinable()) {
      stopping_ = true;
      tracer_.killAll();
      notifier_.stop();
      guardedJoin();
    }
    closeFiles();
    if (!released_.exchange(true)) sink_.Release();
  }

  // The last event has been delivered: everything but the counters goes.
  void finish() {
    guardedJoin();
    notifier_.close();
    if (handle_ >= 0) close(std::exchange(handle_, -1));
    if (!released_.exchange(true)) sink_.Release();
  }

  int decide(const Decision& decision) {
    if (config_.spawn.notify) return notifier_.decide(decision);
    answered_ = true;
    return tracer_.decide(decision) ? 0 : -1;
  }
  bool isWaiting(uint64_t serial) const {
    return config_.spawn.notify ? notifier_.isWaiting(serial) : tracer_.isWaiting(serial);
  }
  void killAll() { tracer_.killAll(); }
  // Milliseconds.
  double sinceSignal(int signal) const {
    int64_t at = tracer_.signalledAt(signal);
    return at == 0 ? INFINITY : static_cast<double>(monotonicNanoseconds() - at) / 1e6;
  }
  void nudgeStopped() { tracer_.nudgeStopped(); }

  // Untraced guests would get the effects of accesses to missing pages.
  int addTripwire(int fd, uint64_t size, uint32_t* word) {
    return config_.spawn.follow ? tracer_.tripwires().add(fd, size, word) : ENOTSUP;
  }
  void allowTripwire(uint32_t* word, bool allowed) {
    if (allowed) tracer_.tripwires().allow(word);
    else tracer_.tripwires().forbid(word);
  }
  void removeTripwire(uint32_t* word) { tracer_.tripwires().remove(word); }

  // Closes our descriptor of a virtual file that TypeScript has done with.
  void closeFile(int fd) {
    std::lock_guard guard(mutex_);
    if (ownFiles_.erase(fd)) close(fd);
  }
  bool kill(int signal) const { return handle_ >= 0 && syscall(SYS_pidfd_send_signal, handle_, signal, nullptr, 0) == 0; }
  pid_t pid() const { return pid_; }
  const Statistics& statistics() const { return statistics_; }

  ~Session() {
    if (handle_ >= 0) close(handle_);
  }

 private:
  void run() {
    SpawnFailure failure = tracer_.spawn();
    if (failure.stage == SpawnFailure::none && config_.spawn.notify) failure = startNotifier();
    {
      std::lock_guard guard(mutex_);
      failure_ = failure;
      pid_ = tracer_.spawned().pid;
      // A handle never means another process, as a number would once the guest is gone.
      if (failure.stage == SpawnFailure::none) handle_ = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
      spawnDone_ = true;
    }
    changed_.notify_all();
    if (failure.stage != SpawnFailure::none) return;
    tracer_.run();
    notifier_.join();
    files_->releaseAll();
    post(std::make_unique<Event>(Event{EventKind::ended}));
  }

  // Without the notifier the guest gets no answer: its first intercepted call, which every start of a program makes,
  // would wait until the guest is killed.
  SpawnFailure startNotifier() {
    int error = notifier_.start(tracer_.spawned().listener);
    if (error == 0) return {};
    stopping_ = true;
    tracer_.killAll();
    tracer_.run();
    return {SpawnFailure::thread, error};
  }

  // Closes files that JavaScript could not close before its end.
  void closeFiles() {
    std::lock_guard guard(mutex_);
    for (int fd : ownFiles_) close(fd);
    ownFiles_.clear();
  }

  void onRelease(uint64_t inode) {
    statistics_.releases.fetch_add(1, std::memory_order_relaxed);
    auto event = std::make_unique<Event>(Event{EventKind::released});
    event->inode = inode;
    post(std::move(event));
  }

  void post(std::unique_ptr<Event> event) {
    if (event->kind == EventKind::opened && event->fd >= 0) {
      std::lock_guard guard(mutex_);
      ownFiles_.insert(event->fd);
    }
    if (stopping_) return;
    // A guest does not wait for these, so it could send them faster than they are printed.
    if (event->kind == EventKind::passed && queued_ > kMaxQueuedReports) return;
    auto deliver = [this](Napi::Env env, Napi::Function onEvent, Event* raw) {
      std::unique_ptr<Event> event(raw);
      countQueued(-1);
      if (env != nullptr) call(env, onEvent, *event);
    };
    countQueued(1);
    if (sink_.NonBlockingCall(event.get(), deliver) == napi_ok) {
      event.release();
    } else {
      countQueued(-1);
    }
  }

  void countQueued(int change) {
    queued_ += change;
    queuedEverywhere += change;
  }

  // On the JavaScript thread.
  void call(Napi::Env env, napi_value onEvent, const Event& event) {
    if (event.kind == EventKind::call) callSpin_.arrived();
    answered_ = false;
    write(event);
    napi_value paths[2] = {nullptr, nullptr};  // as the guest gave it, and in a tree
    if (!event.path.empty()) napi_create_string_latin1(env, event.path.data(), event.path.size(), &paths[0]);
    if (!event.inside.empty()) napi_create_string_latin1(env, event.inside.data(), event.inside.size(), &paths[1]);
    size_t given = paths[1] ? 2 : paths[0] ? 1 : 0;
    // Not Function::Call: it would make an Error of the exception that ends a terminated Worker, and crash. That
    // exception needs no report; left in place it would count as uncaught (DEP0168).
    if (napi_call_function(env, env.Undefined(), onEvent, given, paths, nullptr) != napi_ok) {
      napi_value exception;
      napi_get_and_clear_last_exception(env, &exception);
    }
    // The guest continues now, and its next call may follow at once.
    if (!answered_) return;
    callSpin_.begin();
    callSpin_.wait([] { return queuedEverywhere.load(std::memory_order_acquire) > 0; });
  }

  void write(const Event& event) {
    Napi::Float64Array numbers = numbers_.Value();
    Napi::BigUint64Array arguments = arguments_.Value();
    double* values = numbers.Data();
    values[EventNumber::kind] = static_cast<double>(event.kind);
    values[EventNumber::serial] = static_cast<double>(event.serial);
    values[EventNumber::row] = event.call.row ? event.call.row->id : -1;
    values[EventNumber::tid] = event.call.tid;
    values[EventNumber::process] = event.process;
    values[EventNumber::device] = event.device;
    values[EventNumber::fd] = event.fd;
    values[EventNumber::flags] = event.flags;
    values[EventNumber::error] = event.error;
    values[EventNumber::inode] = static_cast<double>(event.inode);
    values[EventNumber::result] = static_cast<double>(event.result);
    std::copy(event.call.arguments, event.call.arguments + kArguments, arguments.Data());
  }

  void guardedJoin() {
    if (thread_.joinable()) thread_.join();
  }

  SessionConfig config_;
  Statistics statistics_;
  std::shared_ptr<OpenFiles> files_;
  Interceptor interceptor_;
  PassedCalls passed_;
  Tracer tracer_;
  Notifier notifier_;
  AdaptiveSpin callSpin_;
  bool answered_ = false;  // during a callback: TypeScript has answered the call
  Napi::Reference<Napi::Float64Array> numbers_;
  Napi::Reference<Napi::BigUint64Array> arguments_;
  Napi::ThreadSafeFunction sink_;
  std::atomic<int64_t> queued_{0};
  std::atomic<bool> released_{false};
  std::atomic<bool> stopping_{false};
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<int> ownFiles_;  // descriptors that `opened` events carried and TypeScript has not closed yet
  bool spawnDone_ = false;
  SpawnFailure failure_;
  pid_t pid_ = -1;
  int handle_ = -1;
};

}  // namespace host
