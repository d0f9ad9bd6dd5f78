// Starting a guest: fork, seize, filter, exec.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "filter.h"

#include "generated/wire.h"

namespace host {

struct SpawnRequest {
  std::vector<std::string> candidates;   // paths to try in order, as execvp does with PATH
  std::vector<std::string> arguments;    // the whole vector, argv[0] included
  std::vector<std::string> environment;  // NAME=value
  std::string directory;
  Filter filter;
  std::vector<int> ignoredSignals;       // all others start with their default
  std::vector<int> blockedSignals;
  std::vector<int> descriptors;          // inherited ones, which Node has marked close-on-exec; empty: 0, 1, 2
  std::vector<int> standard;             // ours that become the child's 0, 1, 2; empty: the same
  double descriptorLimit = -1;           // soft RLIMIT_NOFILE; negative: that of our parent
  bool notify = false;  // a seccomp listener instead of ptrace stops
  bool killable = false;  // with `notify`: only one that no signal interrupts while a call is being answered
  bool follow = true;   // trace descendants too
  std::vector<std::string> lasting;      // NAME=value: set again for executed programs that lack it
  std::vector<std::string> preload;      // a library, and its variables for programs that were linked with it
};

struct Spawned {
  pid_t pid = -1;
  int report = -1;    // read end: a SpawnFailure when exec failed, end of file when it succeeded
  int listener = -1;  // notify only
};

// The operation that failed, and the reason.
struct SpawnFailure {
  using enum StartStage::Value;
  using enum StartFeature::Value;
  int stage = none;
  int error = 0;
};

// PTRACE_O_* of every thread. Those whose exec must be seen have PTRACE_O_TRACEEXEC too: all where variables are to
// last, otherwise the first one of all, and threads which are not the leader of their process.
long traceOptions(const SpawnRequest& request);

// Must run on the thread that will trace. The child waits until it is seized and filtered.
SpawnFailure spawnGuest(const SpawnRequest& request, Spawned* spawned);

// After exec has happened or the child has gone: the child's report. Closes spawned->report.
SpawnFailure readSpawnReport(Spawned* spawned);

}  // namespace host
