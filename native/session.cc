// One guest tree as JavaScript sees it: start, events up (a thread-safe function), decisions down.
#include "session.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <set>
#include <thread>
#include <utility>

#include "arguments.h"
#include "notifier.h"
#include "tracer.h"

namespace host {
namespace {

// Events are copied into two arrays that JavaScript made, so that one costs no allocation on the JavaScript side:
// numbers = [kind, serial, row, tid, process, device, fd, flags, error, inode, result], arguments = the six raw ones.
constexpr size_t kNumbers = 11;
constexpr size_t kArguments = 6;
constexpr int64_t kMaxQueuedReports = 10000;

class Session {
 public:
  Session(Napi::Env env, SessionConfig config, Napi::Function onEvent, Napi::Float64Array numbers, Napi::BigUint64Array arguments)
      : config_(std::move(config)),
        files_(std::make_shared<OpenFiles>(config_.maxOpenFiles, [this](uint64_t inode) { onRelease(inode); })),
        interceptor_(config_.calls, config_.paths, *files_),
        tracer_(config_, interceptor_, *files_, [this](auto event) { post(std::move(event)); }, statistics_),
        notifier_(config_, interceptor_, *files_, [this](auto event) { post(std::move(event)); }, statistics_),
        numbers_(Napi::Persistent(numbers)),
        arguments_(Napi::Persistent(arguments)),
        sink_(Napi::ThreadSafeFunction::New(env, onEvent, "atoll guest events", 0, 1)) {}

  // Waits until the guest exists (or could not be made).
  SpawnFailure start() {
    thread_ = std::thread([this] { run(); });
    std::unique_lock guard(mutex_);
    changed_.wait(guard, [this] { return spawnDone_; });
    if (failure_.stage != SpawnFailure::none) end();
    return failure_;
  }

  // Kills what is left and waits for our threads; at the end of the environment.
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
    return tracer_.decide(decision) ? 0 : -1;
  }
  bool isWaiting(uint64_t serial) const {
    return config_.spawn.notify ? notifier_.isWaiting(serial) : tracer_.isWaiting(serial);
  }
  void killAll() { tracer_.killAll(); }

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
    if (config_.spawn.notify) notifier_.start(tracer_.spawned().listener);
    tracer_.run();
    notifier_.join();
    files_->releaseAll();
    post(std::make_unique<Event>(Event{EventKind::ended}));
  }

  // What JavaScript did not live to close.
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
      queued_--;
      if (env == nullptr) return;
      write(*event);
      napi_value path = nullptr;
      if (!event->path.empty()) napi_create_string_latin1(env, event->path.data(), event->path.size(), &path);
      // Not Function::Call: it would make an Error of the exception that ends a terminated Worker, and crash.
      napi_call_function(env, env.Undefined(), onEvent, path ? 1 : 0, &path, nullptr);
    };
    queued_++;
    if (sink_.NonBlockingCall(event.get(), deliver) == napi_ok) event.release();
  }

  void write(const Event& event) {
    Napi::Float64Array numbers = numbers_.Value();
    Napi::BigUint64Array arguments = arguments_.Value();
    const double values[kNumbers] = {
        static_cast<double>(event.kind), static_cast<double>(event.serial), event.call.row ? double(event.call.row->id) : -1,
        double(event.call.tid),          double(event.process),             double(event.device),
        double(event.fd),                double(event.flags),               double(event.error),
        static_cast<double>(event.inode), static_cast<double>(event.result)};
    std::copy(values, values + kNumbers, numbers.Data());
    std::copy(event.call.arguments, event.call.arguments + kArguments, arguments.Data());
  }

  void guardedJoin() {
    if (thread_.joinable()) thread_.join();
  }

  SessionConfig config_;
  Statistics statistics_;
  std::shared_ptr<OpenFiles> files_;
  Interceptor interceptor_;
  Tracer tracer_;
  Notifier notifier_;
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

// What the JavaScript object holds. The environment's end stops the session even while the object is alive.
struct Handle {
  explicit Handle(Napi::Env env) : env(env) { napi_add_env_cleanup_hook(env, onEnvironmentEnd, this); }
  ~Handle() { napi_remove_env_cleanup_hook(env, onEnvironmentEnd, this); }
  static void onEnvironmentEnd(void* self) {
    auto* handle = static_cast<Handle*>(self);
    if (handle->session) handle->session->end();
  }
  napi_env env;
  std::unique_ptr<Session> session;
};

Session& sessionArgument(const Napi::CallbackInfo& info) {
  return *info[0].As<Napi::External<Handle>>().Data()->session;
}

Napi::Value start(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  auto numbers = info[2].As<Napi::Float64Array>();
  auto arguments = info[3].As<Napi::BigUint64Array>();
  if (numbers.ElementLength() < kNumbers || arguments.ElementLength() < kArguments) throwErrno(env, "startSession", EINVAL);
  SessionConfig config = readSessionConfig(info[0].As<Napi::Object>());
  auto session = std::make_unique<Session>(env, std::move(config), info[1].As<Napi::Function>(), numbers, arguments);
  SpawnFailure failure = session->start();
  Napi::Object result = Napi::Object::New(env);
  result.Set("stage", Napi::Number::New(env, failure.stage));
  result.Set("error", Napi::Number::New(env, failure.error));
  result.Set("pid", Napi::Number::New(env, session->pid()));
  auto handle = std::make_unique<Handle>(env);
  handle->session = std::move(session);
  result.Set("session", Napi::External<Handle>::New(env, handle.release(), [](Napi::Env, Handle* owned) { delete owned; }));
  return result;
}

Napi::Value decide(const Napi::CallbackInfo& info) {
  Decision decision{sizeArgument(info, 1), static_cast<DecisionAction>(intArgument(info, 2)),
                    info[3].As<Napi::Number>().Int64Value()};
  return Napi::Number::New(info.Env(), sessionArgument(info).decide(decision));
}

Napi::Value isWaiting(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), sessionArgument(info).isWaiting(sizeArgument(info, 1)));
}

Napi::Value killMain(const Napi::CallbackInfo& info) {
  return Napi::Boolean::New(info.Env(), sessionArgument(info).kill(intArgument(info, 1)));
}

Napi::Value killAll(const Napi::CallbackInfo& info) {
  sessionArgument(info).killAll();
  return info.Env().Undefined();
}

Napi::Value closeFile(const Napi::CallbackInfo& info) {
  sessionArgument(info).closeFile(intArgument(info, 1));
  return info.Env().Undefined();
}

Napi::Value finish(const Napi::CallbackInfo& info) {
  sessionArgument(info).finish();
  return info.Env().Undefined();
}

Napi::Value statistics(const Napi::CallbackInfo& info) {
  const Statistics& counted = sessionArgument(info).statistics();
  Napi::Object result = Napi::Object::New(info.Env());
  auto set = [&](const char* name, const std::atomic<uint64_t>& value) {
    result.Set(name, Napi::Number::New(info.Env(), static_cast<double>(value.load())));
  };
  set("stops", counted.stops);
  set("calls", counted.calls);
  set("asked", counted.asked);
  set("opens", counted.opens);
  set("releases", counted.releases);
  set("processes", counted.processes);
  set("threads", counted.threads);
  return result;
}

}  // namespace

void registerSession(Napi::Env env, Napi::Object exports) {
  exports.Set("startSession", Napi::Function::New(env, start));
  exports.Set("decide", Napi::Function::New(env, decide));
  exports.Set("isWaiting", Napi::Function::New(env, isWaiting));
  exports.Set("killMain", Napi::Function::New(env, killMain));
  exports.Set("killAll", Napi::Function::New(env, killAll));
  exports.Set("closeSessionFile", Napi::Function::New(env, closeFile));
  exports.Set("finishSession", Napi::Function::New(env, finish));
  exports.Set("sessionStatistics", Napi::Function::New(env, statistics));
}

}  // namespace host
