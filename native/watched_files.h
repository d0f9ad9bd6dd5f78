// Calls that concern real device files that are watched: no part of them is virtual, the kernel answers.
#pragma once
#include <sys/stat.h>
#include <sys/types.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "interceptor.h"

namespace host {

// Tracer thread only, but for `add` before it runs.
class WatchedFiles {
 public:
  // A device's path; without any, all character and block devices are watched.
  void add(const std::string& path);
  void enable() { enabled_ = true; }
  bool isEnabled() const { return enabled_; }

  // `ask` for calls that concern a watched device.
  Verdict judge(const Call& call) const;
  // A watched open has given this descriptor, which need not look like a device: that of an outer Atoll is a memory
  // file.
  void opened(pid_t tid, int fd);

 private:
  bool isWatched(const struct stat& status) const;
  bool isWatched(pid_t tid, int fd) const;
  Verdict judgePath(const Call& call) const;

  bool enabled_ = false;
  std::vector<std::string> paths_;
  std::set<dev_t> numbers_;
  std::set<std::pair<dev_t, ino_t>> files_;
};

}  // namespace host
