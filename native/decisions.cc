// TypeScript's decisions about stopped calls, on their way to the tracer thread.
#include "decisions.h"

namespace host {

uint64_t PendingCalls::add(pid_t tid) {
  std::lock_guard guard(mutex_);
  waiting_[++last_] = tid;
  return last_;
}

bool PendingCalls::isWaiting(uint64_t serial) const {
  std::lock_guard guard(mutex_);
  return waiting_.contains(serial);
}

void PendingCalls::forget(uint64_t serial) {
  std::lock_guard guard(mutex_);
  waiting_.erase(serial);
}

bool PendingCalls::decide(const Decision& decision) {
  std::lock_guard guard(mutex_);
  if (!waiting_.contains(decision.serial)) return false;
  decided_.push_back(decision);
  return true;
}

std::vector<std::pair<pid_t, Decision>> PendingCalls::take() {
  std::vector<std::pair<pid_t, Decision>> taken;
  std::lock_guard guard(mutex_);
  for (const Decision& decision : decided_) {
    auto found = waiting_.find(decision.serial);
    if (found == waiting_.end()) continue;
    taken.emplace_back(found->second, decision);
    waiting_.erase(found);
  }
  decided_.clear();
  return taken;
}

}  // namespace host
