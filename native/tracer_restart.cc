// With notifications, a signal that arrives before the notification of a call has been received ends the wait for it,
// and a handler without SA_RESTART would make the program see EINTR from calls that nothing interrupts without us. The
// kernel's result of such a call is ERESTARTSYS until the handler starts: it becomes ERESTARTNOINTR here, which
// starts the call again after every handler.
#include <linux/seccomp.h>
#include <sys/ptrace.h>

#include <cstddef>

#include "blocking.h"
#include "filter.h"
#include "registers.h"
#include "tracer.h"

namespace host {
namespace {

// include/linux/errno.h: never seen by user space, except by tracers.
constexpr int kRestartUnlessHandled = 512;  // ERESTARTSYS
constexpr int kRestartAlways = 513;         // ERESTARTNOINTR

}  // namespace

void Tracer::restartUnseen(pid_t tid) {
  if (callResult(tid) != -kRestartUnlessHandled) return;
  seccomp_data data;
  if (!interruptedCall(tid, &data) || filterAllows(config_.spawn.filter, data)) return;
  Call call;
  call.tid = tid;
  call.row = interceptor_.find(abiOf(data.arch, static_cast<uint32_t>(data.nr)), static_cast<uint32_t>(data.nr));
  if (!call.row) return;
  std::copy(std::begin(data.args), std::end(data.args), call.arguments);
  // It was received, or one just like it before it: only a call that may block in the kernel can have been interrupted
  // there.
  if (passed_.isLast(call) && mayBlock(call)) return;
  setCallResult(tid, -kRestartAlways);
}

}  // namespace host
