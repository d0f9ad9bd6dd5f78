// Signals of this process, set below Node.
#include "signals.h"

#include <sys/prctl.h>
#include <unistd.h>

#include <atomic>
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

// After the default action of a stop, when this process is continued, the signal is handled as before.
Napi::Value takeDefaultAction(const Napi::CallbackInfo& info) {
  int signal = intArgument(info, 0);
  struct sigaction normal = {};
  struct sigaction before;
  normal.sa_handler = SIG_DFL;
  // SIGKILL always has its default action; signals that the C library keeps to itself are left to it.
  bool changed = sigaction(signal, &normal, &before) == 0;
  raise(signal);
  if (changed) sigaction(signal, &before, nullptr);
  return info.Env().Undefined();
}

// Unlike a core limit of 0 this also holds for a core_pattern that is a pipe.
Napi::Value forbidCoreDump(const Napi::CallbackInfo& info) {
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) throwErrno(info.Env(), "prctl", errno);
  return info.Env().Undefined();
}

// The kernel kills this process when the thread that has started it is no more: also while JavaScript is busy. False
// when it is too late for that already: some other process than `parent` is its parent.
Napi::Value dieWithParent(const Napi::CallbackInfo& info) {
  if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) throwErrno(info.Env(), "prctl", errno);
  return Napi::Boolean::New(info.Env(), getppid() == intArgument(info, 0));
}

// Without Node's end, which waits for its threads and for what V8 compiles, and puts terminal and streams back as they
// were at its start.
Napi::Value exitAtOnce(const Napi::CallbackInfo& info) {
  _exit(intArgument(info, 0));
}

// JavaScript does not see the sender of a signal. The kernel sends those of a terminal (Ctrl-C), to the whole
// foreground group.
std::atomic<bool> sentByKernel[NSIG];
struct sigaction beneath[NSIG];

void noteSender(int signal, siginfo_t* info, void* context) {
  sentByKernel[signal] = info->si_code == SI_KERNEL;
  const struct sigaction& node = beneath[signal];
  (node.sa_flags & SA_SIGINFO) ? node.sa_sigaction(signal, info, context) : node.sa_handler(signal);
}

// Replaces Node's own handler.
Napi::Value watchSender(const Napi::CallbackInfo& info) {
  int signal = intArgument(info, 0);
  struct sigaction action;
  if (sigaction(signal, nullptr, &action) != 0) throwErrno(info.Env(), "sigaction", errno);
  bool isHandled = (action.sa_flags & SA_SIGINFO) || (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
  if (!isHandled || ((action.sa_flags & SA_SIGINFO) && action.sa_sigaction == noteSender)) return info.Env().Undefined();
  beneath[signal] = action;
  action.sa_flags |= SA_SIGINFO;
  action.sa_sigaction = noteSender;
  if (sigaction(signal, &action, nullptr) != 0) throwErrno(info.Env(), "sigaction", errno);
  return info.Env().Undefined();
}

Napi::Value isSentByKernel(const Napi::CallbackInfo& info) {
  int signal = intArgument(info, 0);
  if (signal <= 0 || signal >= NSIG) throwErrno(info.Env(), "isSentByKernel", EINVAL);
  return Napi::Boolean::New(info.Env(), sentByKernel[signal]);
}

}  // namespace

void registerSignals(Napi::Env env, Napi::Object exports) {
  exports.Set("ignoreSignal", Napi::Function::New(env, ignoreSignal));
  exports.Set("watchSender", Napi::Function::New(env, watchSender));
  exports.Set("isSentByKernel", Napi::Function::New(env, isSentByKernel));
  exports.Set("takeDefaultAction", Napi::Function::New(env, takeDefaultAction));
  exports.Set("forbidCoreDump", Napi::Function::New(env, forbidCoreDump));
  exports.Set("dieWithParent", Napi::Function::New(env, dieWithParent));
  exports.Set("exitAtOnce", Napi::Function::New(env, exitAtOnce));
}

}  // namespace host
