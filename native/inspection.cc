// The calls that are inspections, and their way to the tracer thread.
#include "inspection.h"

#include <linux/kcmp.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <utility>

namespace host {
namespace {

bool sharesMemory(pid_t one, pid_t other) { return syscall(SYS_kcmp, one, other, KCMP_VM, 0, 0) == 0; }

bool beginsInspection(const Call& call) {
  if (call.row->role != CallRole::ptrace || call.arguments[0] != PTRACE_ATTACH) return false;
  auto target = static_cast<pid_t>(call.arguments[1]);
  return target > 0 && sharesMemory(call.tid, target);
}

}  // namespace

bool Inspections::offer(const Call& call, const InspectionReply& reply) {
  bool begins = beginsInspection(call);
  {
    std::lock_guard guard(mutex_);
    if (isClosed_) return false;
    if (begins) inspectors_.insert(call.tid);
    if (!inspectors_.contains(call.tid)) return false;
    offered_.push_back({call, reply});
  }
  wake_();
  return true;
}

std::vector<InspectionCall> Inspections::take() {
  std::lock_guard guard(mutex_);
  return std::exchange(offered_, {});
}

void Inspections::forget(pid_t inspector) {
  std::lock_guard guard(mutex_);
  inspectors_.erase(inspector);
}

void Inspections::close() {
  std::vector<InspectionCall> left;
  {
    std::lock_guard guard(mutex_);
    isClosed_ = true;
    left = std::exchange(offered_, {});
  }
  for (auto& [call, reply] : left) reply({});
}

}  // namespace host
