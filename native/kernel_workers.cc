#include "kernel_workers.h"

#include <memory>
#include <system_error>
#include <utility>

#include "arguments.h"
#include "kernel_worker.h"

namespace host {
namespace {

int32_t number(const Napi::Object& object, const char* name) { return object.Get(name).As<Napi::Number>().Int32Value(); }

BatchLayout layoutOf(const Napi::Object& given) {
  return {
      .started = number(given, "started"),
      .barriers = number(given, "barriers"),
      .budget = number(given, "budget"),
      .turn = number(given, "turn"),
      .wavefrontStride = number(given, "wavefrontStride"),
      .flag = number(given, "flag"),
      .statusMask = number(given, "statusMask"),
      .over = number(given, "over"),
  };
}

uint32_t* wordsArgument(const Napi::CallbackInfo& info, size_t index, size_t count) {
  return reinterpret_cast<uint32_t*>(rangeArgument(info, index, 0, count * sizeof(uint32_t)).data);
}

// begin(kernel, cursor, assignment): JavaScript keeps the bytes of `cursor` until the native worker is back.
void begin(KernelWorker& worker, const Napi::CallbackInfo& info) {
  if (worker.isAway()) throw Napi::Error::New(info.Env(), "begin: the worker is away");
  const Napi::Object given = info[2].As<Napi::Object>();
  worker.begin({
      .kernel = *info[0].As<Napi::External<std::shared_ptr<const DelegatedKernel>>>().Data(),
      .cursor = wordsArgument(info, 1, 2),
      .total = static_cast<uint32_t>(number(given, "total")),
      .batch = static_cast<uint32_t>(number(given, "batch")),
      .first = static_cast<uint32_t>(number(given, "first")),
      .unit = number(given, "unit"),
      .number = number(given, "number"),
      .step = number(given, "step"),
      .count = number(given, "count"),
      .budget = number(given, "budget"),
      .resumes = number(given, "resumes") != 0,
      .denormalsAreZero = given.Get("denormalsAreZero").ToBoolean().Value(),
  });
}

Napi::Value reportOf(Napi::Env env, const NativeWorkReport& report) {
  Napi::Object said = Napi::Object::New(env);
  auto set = [&](const char* name, double value) { said.Set(name, Napi::Number::New(env, value)); };
  set("result", report.result);
  set("left", report.left);
  set("groups", static_cast<double>(report.groups));
  set("barriers", static_cast<double>(report.barriers));
  set("first", report.first);
  set("count", report.count);
  set("resumes", report.resumes);
  Napi::Array faults = Napi::Array::New(env, report.faults.size());
  for (size_t n = 0; n < report.faults.size(); n++) {
    const DelegatedFault& fault = report.faults[n];
    Napi::Array numbers = Napi::Array::New(env, 4);
    uint32_t at = 0;
    for (int32_t value : {fault.code, fault.low, fault.high, fault.kind}) numbers.Set(at++, Napi::Number::New(env, value));
    faults.Set(static_cast<uint32_t>(n), numbers);
  }
  said.Set("faults", faults);
  return said;
}

// startKernelWorker(layout, bell) -> {begin, isAway, wait, report}.
Napi::Value startKernelWorker(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  std::shared_ptr<KernelWorker> worker;
  try {
    worker = std::make_shared<KernelWorker>(layoutOf(info[0].As<Napi::Object>()), wordsArgument(info, 1, 1));
  } catch (const std::system_error& error) {
    throwErrno(env, "pthread_create", error.code().value());
  }
  Napi::Object exports = Napi::Object::New(env);
  exports.Set("begin", Napi::Function::New(env, [worker](const Napi::CallbackInfo& call) { begin(*worker, call); }));
  exports.Set("isAway", Napi::Function::New(env, [worker](const Napi::CallbackInfo& call) -> Napi::Value {
    return Napi::Boolean::New(call.Env(), worker->isAway());
  }));
  exports.Set("wait", Napi::Function::New(env, [worker](const Napi::CallbackInfo&) { worker->wait(); }));
  exports.Set("report", Napi::Function::New(env, [worker](const Napi::CallbackInfo& call) -> Napi::Value {
    return reportOf(call.Env(), worker->report());
  }));
  return exports;
}

}  // namespace

void registerKernelWorkers(Napi::Env env, Napi::Object exports) {
  exports.Set("startKernelWorker", Napi::Function::New(env, startKernelWorker));
}

}  // namespace host
