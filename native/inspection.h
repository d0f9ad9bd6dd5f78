// Processes of a guest that stop the threads of another one with the same memory to read their registers: the leak
// checker of AddressSanitizer and LeakSanitizer. A thread has one tracer in the kernel, so ours answers their calls of
// ptrace and wait4.
#pragma once
#include <sys/types.h>

#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "call_table.h"
#include "decisions.h"

namespace host {

// The result of a call, or nothing: the kernel executes it.
using InspectionReply = std::function<void(std::optional<int64_t>)>;

struct InspectionCall {
  Call call;
  InspectionReply reply;
};

// A thread on behalf of its inspector.
struct ThreadHold {
  pid_t inspector = 0;
  bool isStopped = false;
  InspectionReply attached = {};          // until it has stopped
  // The action after the release: registers stay as they are until then.
  std::optional<int> status = {};         // a stop to handle
  std::optional<Decision> decision = {};  // about the call at which it had stopped before
};

inline bool isInspection(CallRole role) { return role == CallRole::ptrace || role == CallRole::wait; }

class Inspections {
 public:
  explicit Inspections(std::function<void()> wake) : wake_(std::move(wake)) {}

  // From any thread. False when this call is no inspection: nothing is replied then.
  bool offer(const Call& call, const InspectionReply& reply);

  // On the tracer thread.
  std::vector<InspectionCall> take();
  void forget(pid_t inspector);
  // There is no tracer any more: the kernel executes waiting and later calls.
  void close();

 private:
  const std::function<void()> wake_;
  std::mutex mutex_;
  std::set<pid_t> inspectors_;
  std::vector<InspectionCall> offered_;
  bool isClosed_ = false;
};

}  // namespace host
