// The second back end: device calls by seccomp notifications (seccomp_unotify(2)) instead of ptrace stops. Guests may
// then use ptrace themselves, and a decision can be carried out by the thread that makes it.
#pragma once
#include <mutex>
#include <thread>
#include <unordered_map>

#include "decisions.h"
#include "inspection.h"
#include "interceptor.h"
#include "passed_calls.h"
#include "session_config.h"
#include "tracer.h"

struct seccomp_notif;

namespace host {

class Notifier {
 public:
  Notifier(const SessionConfig& config, const Interceptor& interceptor, OpenFiles& files, EventSink sink, Statistics& statistics,
           PassedCalls& passed, Inspections& inspections);
  ~Notifier();

  // Serves the listener on its own thread until no process is left that the filter applies to, or `stop`.
  // 0, or the errno for which there is no such thread.
  int start(int listener);
  void stop();
  void join();
  // After `join`: gives every descriptor back.
  void close();

  // From any thread. The descriptor that an accepted open gave the guest, 0 for other answers; -1 when the guest had
  // died.
  int decide(const Decision& decision);
  bool isWaiting(uint64_t serial) const;

 private:
  struct Waiting {
    uint64_t id = 0;     // the kernel's number of the notification
    int guestSide = -1;  // opened: the description that the guest gets
    int flags = 0;       // opened: flags of the open call
    std::string contents = {};  // open of a file in a virtual tree: its place
  };

  void serve();
  bool receive();
  void onCall(uint64_t id, const Call& call);
  bool isInspected(uint64_t id, const Call& call);
  void pass(uint64_t id, const Call& call);
  void open(uint64_t id, const Call& call, const Verdict& verdict);
  void reopen(uint64_t id, const Call& call, const Verdict& verdict);
  int openInside(const Waiting& waiting);
  int giveDescriptor(uint64_t id, int guestSide, int flags);
  void answer(uint64_t id, int64_t result, bool resume);
  uint64_t wait(const Waiting& waiting);

  const SessionConfig& config_;
  const Interceptor& interceptor_;
  OpenFiles& files_;
  const EventSink sink_;
  Statistics& statistics_;
  PassedCalls& passed_;
  Inspections& inspections_;
  int listener_ = -1;
  int stopEvent_ = -1;
  std::thread thread_;
  mutable std::mutex mutex_;
  std::unordered_map<uint64_t, Waiting> waiting_;
  // Apart from the tracer's serial numbers, which are small.
  uint64_t lastSerial_ = 0;
};

}  // namespace host
