// Signals of this process, set below Node.
#include "signals.h"

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

}  // namespace

void registerSignals(Napi::Env env, Napi::Object exports) {
  exports.Set("ignoreSignal", Napi::Function::New(env, ignoreSignal));
}

}  // namespace host
