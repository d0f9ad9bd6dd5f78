// Processes that have outlived the main one and have all been stopped: no process of their tree is left to continue
// them, and a wait for the tree would never end. They get the signals of an orphaned stopped job:
// SIGHUP and SIGCONT (setpgid(2)). Those that stop again are killed.
#include <algorithm>
#include <csignal>
#include <set>

#include "tracer.h"

namespace host {
namespace {

// A stall must be seen so often, half a second apart: a terminal's Ctrl-Z stops this process too, and after its
// continuation the others need a moment for theirs.
constexpr int kNudgesBeforeAction = 2;

}  // namespace

bool Tracer::isStalled() const {
  auto stopped = [](const auto& entry) { return entry.second.stopped; };
  return !threads_.empty() && std::all_of(threads_.begin(), threads_.end(), stopped);
}

void Tracer::nudgeStopped() {
  nudgeRequested_.store(true);
  wait_.interrupt();
}

void Tracer::onNudge() {
  if (!mainEnded_ || !isStalled()) return;
  if (++nudges_ < kNudgesBeforeAction) return reportStall(StallAction::none);
  nudges_ = 0;
  reportStall(hungUp_ ? StallAction::killed : StallAction::hungUp);
  std::set<pid_t> processes;
  for (const auto& [tid, thread] : threads_) processes.insert(thread.process ? thread.process : processOf(tid));
  for (pid_t process : processes) {
    if (hungUp_) {
      kill(process, SIGKILL);
    } else {
      kill(process, SIGHUP);
      kill(process, SIGCONT);
    }
  }
  hungUp_ = true;
}

void Tracer::reportStall(StallAction action) {
  auto event = std::make_unique<Event>(Event{EventKind::stalled});
  const auto& [tid, thread] = *threads_.begin();
  event->process = thread.process ? thread.process : processOf(tid);
  event->result = static_cast<int64_t>(action);
  sink_(std::move(event));
}

}  // namespace host
