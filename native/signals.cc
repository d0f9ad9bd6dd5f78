// Signals of this process, set below Node.
#include "signals.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "arguments.h"

namespace host {
namespace {

Napi::Value ignoreSignal(const Napi::CallbackInfo& info) {
  struct sigaction action = {};
  action.sa_handler = SIG_IGN;
  if (sigaction(intArgument(info, 0), &action, nullptr) != 0) throwErrno(info.Env(), "sigaction", errno);
  return info.Env().Undefined();
}

// Unlike a core limit of 0 this also holds for a core_pattern that is a pipe.
Napi::Value forbidCoreDump(const Napi::CallbackInfo& info) {
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) throwErrno(info.Env(), "prctl", errno);
  return info.Env().Undefined();
}

// Without Node's end, which waits until every thread of its own has started.
Napi::Value exitAtOnce(const Napi::CallbackInfo& info) {
  _exit(info[0].As<Napi::Number>().Int32Value());
}

}  // namespace

void registerSignals(Napi::Env env, Napi::Object exports) {
  exports.Set("ignoreSignal", Napi::Function::New(env, ignoreSignal));
  exports.Set("forbidCoreDump", Napi::Function::New(env, forbidCoreDump));
  exports.Set("exitAtOnce", Napi::Function::New(env, exitAtOnce));
}

}  // namespace host
