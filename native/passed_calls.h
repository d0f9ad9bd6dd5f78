// The last call of each guest thread that the notifier left to the kernel: the one that it may still be executing.
#pragma once
#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "call_table.h"

namespace host {

class PassedCalls {
 public:
  void note(const Call& call) {
    std::lock_guard guard(mutex_);
    last_[call.tid] = call;
  }
  void forget(pid_t tid) {
    std::lock_guard guard(mutex_);
    last_.erase(tid);
  }
  bool isLast(const Call& call) const {
    std::lock_guard guard(mutex_);
    auto found = last_.find(call.tid);
    if (found == last_.end() || found->second.row != call.row) return false;
    return std::equal(std::begin(call.arguments), std::end(call.arguments), found->second.arguments);
  }

 private:
  mutable std::mutex mutex_;
  std::unordered_map<pid_t, Call> last_;
};

}  // namespace host
