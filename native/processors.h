// On which processor a thread runs.
#pragma once
#include <sched.h>

namespace host {

// Leaves a processor that this thread shares with the thread that wakes it, as each would keep the other from running.
// The kernel wakes a thread on the waker's processor if it finds no idle one that shares a cache with it, and never
// separates two threads that sleep in turn.
inline void leaveProcessor(int shared) {
  cpu_set_t allowed;
  if (shared != sched_getcpu() || sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  cpu_set_t others = allowed;
  CPU_CLR(shared, &others);
  if (CPU_COUNT(&others) == 0 || sched_setaffinity(0, sizeof others, &others) != 0) return;
  sched_setaffinity(0, sizeof allowed, &allowed);
}

}  // namespace host
