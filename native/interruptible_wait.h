// waitpid for all children of this thread, which other threads can interrupt without a race and without polling.
#pragma once
#include <sys/types.h>

#include <atomic>

namespace host {

class InterruptibleWait {
 public:
  // Makes the calling thread the one that waits.
  void attach();

  // The next child event, as waitpid(-1, status, __WALL | __WNOTHREAD); 0 after `interrupt`; -1 when no child is left.
  pid_t next(int* status);

  // From any thread.
  void interrupt();
  bool isInterrupted() const { return pending_.load(std::memory_order_acquire); }

 private:
  std::atomic<bool> pending_{false};
  std::atomic<bool> blocked_{false};
  pid_t thread_ = 0;
};

}  // namespace host
