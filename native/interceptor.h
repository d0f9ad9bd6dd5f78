// Classification of a stopped call, shared by both back ends.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "call_table.h"
#include "generated/wire.h"
#include "open_files.h"
#include "paths.h"

namespace host {

enum class VerdictKind {
  pass,    // none of our business: the kernel executes it
  ask,     // TypeScript answers
  open,    // opens a device
  reopen,  // opens one of our files again through /proc
};

struct Verdict {
  VerdictKind kind = VerdictKind::pass;
  int device = -1;     // open, ask: index of the device path
  uint64_t inode = 0;  // ask: the open file
  std::string path;    // as the guest gave it
  std::string inside;  // ask: the path in a virtual tree
};

struct Event {
  EventKind kind;
  uint64_t serial = 0;  // call, opened: the handle for the decision
  Call call = {};
  pid_t process = 0;
  int device = -1;
  int fd = -1;
  int flags = 0;
  int error = 0;
  uint64_t inode = 0;
  int64_t result = 0;
  std::string path = {};
  std::string inside = {};
};

using EventSink = std::function<void(std::unique_ptr<Event>)>;

class Interceptor {
 public:
  Interceptor(const CallTable& table, const DevicePaths& paths, const VirtualTrees& trees, const OpenFiles& files)
      : table_(table), paths_(paths), trees_(trees), files_(files) {}

  const CallRow* find(Abi abi, uint32_t number) const { return table_.find(abi, number); }
  Verdict judge(const Call& call) const;

 private:
  Verdict judgePath(const Call& call, bool opens) const;
  Verdict judgeDescriptor(const Call& call, int fd) const;

  const CallTable& table_;
  const DevicePaths& paths_;
  const VirtualTrees& trees_;
  const OpenFiles& files_;
};

// True if the call creates a userfaultfd: by its system call, or of /dev/userfaultfd.
bool servesFaults(const Call& call);

// True if a futex may lie in memory of a device: it is one by the program's own mappings.
bool sharesFutex(const Call& call);

// The descriptors that a poll or a select names, as far as they can be read; no more than a process usually has.
std::vector<int> waitedDescriptors(const Call& call);

// The flags of an open call (for openat2 read out of struct open_how).
int openFlags(const Call& call);

// Those flags of an open with which something is read that exists.
int readingFlags(int flags);

// Does the thread lead its group, as the only thread of most processes does? Dead ones do not.
bool isLeader(pid_t tid);

// The thread group of a thread, which OpenCL and POSIX call the process.
pid_t processOf(pid_t tid);

}  // namespace host
