// The second back end: device calls by seccomp notifications (seccomp_unotify(2)).
#include "notifier.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <system_error>
#include <utility>

namespace host {
namespace {

constexpr int kMaxErrno = 4095;

// The kernel copies structures of its own size (seccomp_unotify(2)): room for fields that a newer one may add.
template <typename Structure>
union Roomy {
  Structure value;
  uint8_t room[1024];
};

std::unique_ptr<Event> eventFor(EventKind kind, const Call& call, const Verdict& verdict) {
  auto event = std::make_unique<Event>(Event{kind});
  event->call = call;
  event->process = processOf(call.tid);
  event->device = verdict.device;
  event->inode = verdict.inode;
  event->path = verdict.path;
  event->inside = verdict.inside;
  return event;
}

}  // namespace

Notifier::Notifier(const SessionConfig& config, const Interceptor& interceptor, OpenFiles& files, EventSink sink,
                   Statistics& statistics, PassedCalls& passed, Inspections& inspections)
    : config_(config), interceptor_(interceptor), files_(files), sink_(std::move(sink)), statistics_(statistics), passed_(passed), inspections_(inspections) {}

Notifier::~Notifier() { close(); }

void Notifier::close() {
  std::lock_guard guard(mutex_);
  for (auto& [serial, waiting] : waiting_) {
    if (waiting.guestSide >= 0) ::close(waiting.guestSide);
  }
  waiting_.clear();
  if (listener_ >= 0) ::close(std::exchange(listener_, -1));
  if (stopEvent_ >= 0) ::close(std::exchange(stopEvent_, -1));
}

int Notifier::start(int listener) {
  listener_ = listener;
  stopEvent_ = eventfd(0, EFD_CLOEXEC);
  if (stopEvent_ < 0) return errno;
  try {
    thread_ = std::thread([this] { serve(); });
  } catch (const std::system_error& error) {
    return error.code().value();
  }
  return 0;
}

void Notifier::stop() {
  uint64_t one = 1;
  if (stopEvent_ >= 0 && write(stopEvent_, &one, sizeof one) != sizeof one) return;
}

void Notifier::join() {
  if (thread_.joinable()) thread_.join();
}

void Notifier::serve() {
  // Signals are for the threads of Node.
  sigset_t mask;
  sigfillset(&mask);
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  for (;;) {
    pollfd events[2] = {{listener_, POLLIN, 0}, {stopEvent_, POLLIN, 0}};
    if (poll(events, 2, -1) < 0) continue;
    if (events[1].revents & POLLIN) return;
    // POLLHUP: the last process that the filter applied to has gone.
    if (!(events[0].revents & POLLIN) || !receive()) return;
  }
}

// False when the listener is of no use any more.
bool Notifier::receive() {
  Roomy<seccomp_notif> received;
  memset(&received, 0, sizeof received);
  if (ioctl(listener_, SECCOMP_IOCTL_NOTIF_RECV, &received) != 0) return errno == EINTR || errno == ENOENT;
  const seccomp_notif& notification = received.value;
  statistics_.calls.fetch_add(1, std::memory_order_relaxed);
  Call call;
  call.tid = static_cast<pid_t>(notification.pid);
  auto number = static_cast<uint32_t>(notification.data.nr);
  call.row = interceptor_.find(abiOf(notification.data.arch, number), number);
  memcpy(call.arguments, notification.data.args, sizeof call.arguments);
  onCall(notification.id, call);
  return true;
}

// Whatever the kernel does then.
void Notifier::pass(uint64_t id, const Call& call) {
  // Untraced threads are neither stopped, nor is their end seen.
  if (config_.spawn.follow && call.row) passed_.note(call);
  answer(id, 0, true);
}

bool Notifier::isInspected(uint64_t id, const Call& call) {
  if (!call.row || !isInspection(call.row->role)) return false;
  auto reply = [this, id, call](std::optional<int64_t> result) { result ? answer(id, *result, false) : pass(id, call); };
  if (inspections_.offer(call, reply)) return true;
  // Debuggers may do anything to untraced processes.
  if (!config_.spawn.follow) pass(id, call);
  return !config_.spawn.follow;
}

void Notifier::onCall(uint64_t id, const Call& call) {
  if (isInspected(id, call)) return;
  Verdict verdict = call.row ? interceptor_.judge(call) : Verdict{};
  switch (verdict.kind) {
    case VerdictKind::pass:
      if (config_.reportPassed && call.row) sink_(eventFor(EventKind::passed, call, verdict));
      return pass(id, call);
    case VerdictKind::open:
      return open(id, call, verdict);
    case VerdictKind::reopen:
      return reopen(id, call, verdict);
    case VerdictKind::ask: {
      statistics_.supervised.fetch_add(1, std::memory_order_relaxed);
      auto event = eventFor(EventKind::call, call, verdict);
      Waiting waiting = {id};
      if (call.row->role == CallRole::open) {
        waiting.flags = event->flags = openFlags(call);
        waiting.contents = config_.trees.contents(verdict.inside);
      }
      event->serial = wait(waiting);
      sink_(std::move(event));
    }
  }
}

uint64_t Notifier::wait(const Waiting& waiting) {
  std::lock_guard guard(mutex_);
  waiting_[++lastSerial_] = waiting;
  return lastSerial_;
}

void Notifier::open(uint64_t id, const Call& call, const Verdict& verdict) {
  int flags = openFlags(call);
  std::string name = verdict.path.substr(verdict.path.size() > 200 ? verdict.path.size() - 200 : 0);
  int made = memfd_create(name.c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING);
  OpenFiles::Adopted file = made < 0 ? OpenFiles::Adopted{.error = errno} : files_.adopt(made);
  if (file.fd >= 0) statistics_.opens.fetch_add(1, std::memory_order_relaxed);
  auto event = eventFor(EventKind::opened, call, verdict);
  event->serial = wait({id, made, flags});
  event->fd = file.fd;
  event->inode = file.inode;
  event->flags = flags;
  event->error = file.error;
  event->result = -1;
  sink_(std::move(event));
  if (file.fd >= 0) files_.arm(file);
}

// The kernel would open it without our lock, so it is opened here, where the lock can be set before the guest has it.
void Notifier::reopen(uint64_t id, const Call& call, const Verdict& verdict) {
  int flags = openFlags(call);
  auto link = descriptorLink(call.tid, verdict.path);
  if (!link || (flags & (O_NOFOLLOW | O_PATH))) return answer(id, 0, true);
  int guestSide = ::open(link->c_str(), readingFlags(flags) | O_CLOEXEC);
  if (guestSide < 0) return answer(id, -errno, false);
  if (!OpenFiles::hold(guestSide) || giveDescriptor(id, guestSide, flags) < 0) answer(id, -ENFILE, false);
  ::close(guestSide);
}

// In two steps, not with SECCOMP_ADDFD_FLAG_SEND: with WAIT_KILLABLE_RECV, a signal that reaches the guest just before
// makes the kernel (seen on 6.18) take the notification for answered before it adds the descriptor, and the guest's
// open returns 0.
int Notifier::giveDescriptor(uint64_t id, int guestSide, int flags) {
  seccomp_notif_addfd descriptor = {};
  descriptor.id = id;
  descriptor.srcfd = static_cast<uint32_t>(guestSide);
  descriptor.newfd_flags = static_cast<uint32_t>(flags & O_CLOEXEC);
  int added;
  do {
    added = ioctl(listener_, SECCOMP_IOCTL_NOTIF_ADDFD, &descriptor);
  } while (added < 0 && errno == EINTR);
  if (added >= 0) answer(id, added, false);
  return added;
}

// By us: the guest may be another user, or in another root folder. The kernel adds no descriptor that is a path alone.
int Notifier::openInside(const Waiting& waiting) {
  int guestSide = ::open(waiting.contents.c_str(), (readingFlags(waiting.flags) & ~O_PATH) | O_CLOEXEC);
  if (guestSide < 0) {
    int error = errno;
    answer(waiting.id, -error, false);
    return -error;
  }
  int given = giveDescriptor(waiting.id, guestSide, waiting.flags);
  if (given < 0) answer(waiting.id, -EMFILE, false);
  ::close(guestSide);
  return given;
}

// Fails when the guest has died or was interrupted; then no thread waits for the answer.
void Notifier::answer(uint64_t id, int64_t result, bool resume) {
  Roomy<seccomp_notif_resp> sent;
  memset(&sent, 0, sizeof sent);
  seccomp_notif_resp& response = sent.value;
  response.id = id;
  if (resume) {
    response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  } else if (result < 0 && result >= -kMaxErrno) {
    response.error = static_cast<int>(result);
  } else {
    response.val = result;
  }
  ioctl(listener_, SECCOMP_IOCTL_NOTIF_SEND, &sent);
}

int Notifier::decide(const Decision& decision) {
  Waiting waiting;
  {
    std::lock_guard guard(mutex_);
    auto found = waiting_.find(decision.serial);
    if (found == waiting_.end()) return -1;
    waiting = found->second;
    waiting_.erase(found);
  }
  int given = 0;
  if (decision.action == DecisionAction::accept) {
    given = giveDescriptor(waiting.id, waiting.guestSide, waiting.flags);
    if (given < 0) answer(waiting.id, -EMFILE, false);
  } else if (decision.action == DecisionAction::give) {
    given = openInside(waiting);
  } else {
    answer(waiting.id, decision.result, decision.action == DecisionAction::resume);
  }
  if (waiting.guestSide >= 0) ::close(waiting.guestSide);
  return given;
}

bool Notifier::isWaiting(uint64_t serial) const {
  std::lock_guard guard(mutex_);
  auto found = waiting_.find(serial);
  if (found == waiting_.end()) return false;
  uint64_t id = found->second.id;
  return ioctl(listener_, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
}

}  // namespace host
