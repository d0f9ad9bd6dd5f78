// Lets a parent wait at fork() until its child has done something, or is not there.
#pragma once
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace runtime {

/**
 * A pipe of which only the child keeps the end for writing: it ends when the child closes it, dies, or was never made.
 */
class ForkWait {
 public:
  void prepare() {
    if (pipe2(ends_, O_CLOEXEC) != 0) ends_[0] = ends_[1] = -1;
  }
  void wait_in_parent() {
    if (ends_[0] < 0) return;
    close(ends_[1]);
    // Another process may have inherited the end by a fork that calls no handlers: then the wait has a limit.
    constexpr int kLimitMs = 10000;
    pollfd end = {ends_[0], POLLIN, 0};
    poll(&end, 1, kLimitMs);
    close(ends_[0]);
  }
  void done_in_child() {
    if (ends_[0] < 0) return;
    close(ends_[0]);
    close(ends_[1]);
  }

 private:
  int ends_[2] = {-1, -1};
};

}  // namespace runtime
