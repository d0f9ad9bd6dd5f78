// TypeScript's decisions about stopped calls, on their way to the thread that may act on them.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "generated/wire.h"

namespace host {

struct Decision {
  uint64_t serial;
  DecisionAction action;
  int64_t result;
};

// Calls that wait for a decision, by serial number. A decision for a call whose thread has died finds nothing.
class PendingCalls {
 public:
  uint64_t add(pid_t tid);
  bool isWaiting(uint64_t serial) const;
  void forget(uint64_t serial);
  // From any thread. False when the call is no longer there.
  bool decide(const Decision& decision);
  // Takes the decisions made so far, each with its thread; their calls stop waiting.
  std::vector<std::pair<pid_t, Decision>> take();

 private:
  mutable std::mutex mutex_;
  std::unordered_map<uint64_t, pid_t> waiting_;
  std::vector<Decision> decided_;
  uint64_t last_ = 0;
};

}  // namespace host
