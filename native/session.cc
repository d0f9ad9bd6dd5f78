// One guest tree as JavaScript sees it: start, decide, kill, finish.
#include "session.h"

#include <cerrno>

#include "arguments.h"
#include "guest_session.h"

namespace host {
namespace {

// State of the JavaScript object. The environment's end stops the session even while the object is alive.
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

Napi::Value sinceSignal(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), sessionArgument(info).sinceSignal(intArgument(info, 1)));
}

Napi::Value killAll(const Napi::CallbackInfo& info) {
  sessionArgument(info).killAll();
  return info.Env().Undefined();
}

Napi::Value nudgeStopped(const Napi::CallbackInfo& info) {
  sessionArgument(info).nudgeStopped();
  return info.Env().Undefined();
}

Napi::Value closeFile(const Napi::CallbackInfo& info) {
  sessionArgument(info).closeFile(intArgument(info, 1));
  return info.Env().Undefined();
}

uint32_t* wordArgument(const Napi::CallbackInfo& info, size_t index) {
  return reinterpret_cast<uint32_t*>(rangeArgument(info, index, 0, Tripwires::kBytes).data);
}

Napi::Value addTripwire(const Napi::CallbackInfo& info) {
  int error = sessionArgument(info).addTripwire(intArgument(info, 1), sizeArgument(info, 2), wordArgument(info, 3));
  if (error != 0 && error != ENOTSUP) throwErrno(info.Env(), "addTripwire", error);
  return Napi::Boolean::New(info.Env(), error == 0);
}

Napi::Value allowTripwire(const Napi::CallbackInfo& info) {
  sessionArgument(info).allowTripwire(wordArgument(info, 1), info[2].ToBoolean());
  return info.Env().Undefined();
}

Napi::Value removeTripwire(const Napi::CallbackInfo& info) {
  sessionArgument(info).removeTripwire(wordArgument(info, 1));
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
  set("supervised", counted.supervised);
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
  exports.Set("sinceSignal", Napi::Function::New(env, sinceSignal));
  exports.Set("killAll", Napi::Function::New(env, killAll));
  exports.Set("nudgeStopped", Napi::Function::New(env, nudgeStopped));
  exports.Set("closeSessionFile", Napi::Function::New(env, closeFile));
  exports.Set("addTripwire", Napi::Function::New(env, addTripwire));
  exports.Set("allowTripwire", Napi::Function::New(env, allowTripwire));
  exports.Set("removeTripwire", Napi::Function::New(env, removeTripwire));
  exports.Set("finishSession", Napi::Function::New(env, finish));
  exports.Set("sessionStatistics", Napi::Function::New(env, statistics));
}

}  // namespace host
