// The open virtual files of one guest tree (open file description locks: fcntl(2)).
#include "open_files.h"

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>

namespace host {
namespace {

constexpr size_t kWaiterStack = 64 * 1024;
// Far outside of any device memory, so that a guest's own locks do not meet ours.
constexpr off_t kLockedByte = INT64_MAX - 1;

struct flock lockOf(short type) {
  struct flock lock = {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = kLockedByte;
  lock.l_len = 1;
  return lock;
}

}  // namespace

struct OpenFiles::WaiterStart {
  std::shared_ptr<OpenFiles> owner;
  uint64_t inode;
  int fd;
};

OpenFiles::OpenFiles(size_t limit, OnRelease onRelease) : limit_(limit), onRelease_(std::move(onRelease)) {}

OpenFiles::Adopted OpenFiles::adopt(int guestSide) {
  struct stat status;
  if (fstat(guestSide, &status) != 0) return {.error = errno};
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", guestSide);
  int fd = open(link, O_RDWR | O_CLOEXEC);
  if (fd < 0) return {.error = errno};
  std::unique_lock guard(mutex_);
  if (cancelled_ || !makeRoom(guard) || !hold(guestSide)) {
    close(fd);
    return {.error = ENFILE};
  }
  device_ = status.st_dev;
  files_[status.st_ino] = {};
  return {.fd = fd, .inode = status.st_ino};
}

// A guest that opens and closes in a loop can be faster than the waiters: files whose lock is free already are only
// waiting for their waiter to run.
bool OpenFiles::makeRoom(std::unique_lock<std::mutex>& guard) {
  auto isGone = [](const auto& entry) {
    struct flock lock = lockOf(F_WRLCK);
    return entry.second.fd >= 0 && fcntl(entry.second.fd, F_OFD_GETLK, &lock) == 0 && lock.l_type == F_UNLCK;
  };
  while (files_.size() >= limit_) {
    if (std::none_of(files_.begin(), files_.end(), isGone)) return false;
    changed_.wait_for(guard, std::chrono::milliseconds(10));
  }
  return true;
}

bool OpenFiles::hold(int guestSide) {
  struct flock lock = lockOf(F_RDLCK);
  return fcntl(guestSide, F_OFD_SETLK, &lock) == 0;
}

void OpenFiles::arm(const Adopted& file) {
  auto start = std::make_unique<WaiterStart>(WaiterStart{shared_from_this(), file.inode, fcntl(file.fd, F_DUPFD_CLOEXEC, 3)});
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kWaiterStack);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  std::unique_lock guard(mutex_);
  File& entry = files_[file.inode];
  entry.fd = start->fd;
  int error = start->fd < 0 ? errno : pthread_create(&entry.waiter, &attributes, waiterMain, start.get());
  entry.armed = error == 0;
  guard.unlock();
  pthread_attr_destroy(&attributes);
  if (error == 0) {
    start.release();
    return;
  }
  finish(file.inode, start->fd);  // no thread to be had: the guest loses this file at once, rather than we leak it
}

void* OpenFiles::waiterMain(void* argument) {
  std::unique_ptr<WaiterStart> start(static_cast<WaiterStart*>(argument));
  while (!start->owner->waitForLock(start->fd)) continue;
  start->owner->finish(start->inode, start->fd);
  return nullptr;
}

// True when the wait is over, by lock or by cancellation.
bool OpenFiles::waitForLock(int fd) const {
  // The signal mask is inherited from whichever thread saw the open. Only the wait is to be interrupted, not what
  // follows it.
  sigset_t interrupt, all;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, interruptSignal());
  struct flock lock = lockOf(F_WRLCK);
  pthread_sigmask(SIG_UNBLOCK, &interrupt, nullptr);
  bool interrupted = fcntl(fd, F_OFD_SETLKW, &lock) != 0 && errno == EINTR;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
  if (!interrupted) return true;
  std::lock_guard guard(mutex_);
  return cancelled_;
}

// The waiter's descriptor goes together with the entry: without an entry there is no waiter.
void OpenFiles::finish(uint64_t inode, int fd) {
  onRelease_(inode);
  std::lock_guard guard(mutex_);
  if (fd >= 0) close(fd);
  files_.erase(inode);
  changed_.notify_all();
}

uint64_t OpenFiles::identify(const struct stat& status) const {
  std::lock_guard guard(mutex_);
  return status.st_dev == device_ && files_.contains(status.st_ino) ? status.st_ino : 0;
}

uint64_t OpenFiles::identify(const char* procPath) const {
  struct stat status;
  return stat(procPath, &status) == 0 ? identify(status) : 0;
}

uint64_t OpenFiles::identify(pid_t tid, int fd) const {
  char link[64];
  snprintf(link, sizeof link, "/proc/%d/fd/%d", tid, fd);
  return identify(link);
}

void OpenFiles::releaseAll() {
  std::unique_lock guard(mutex_);
  // The descriptions of processes that have just ended go away a moment later; only those that stay are cancelled.
  changed_.wait_for(guard, std::chrono::milliseconds(200), [this] { return files_.empty(); });
  cancelled_ = true;
  // The signal may arrive just before a waiter blocks, hence again until all have gone.
  while (!files_.empty()) {
    for (auto& [inode, file] : files_) {
      if (file.armed) pthread_kill(file.waiter, interruptSignal());
    }
    changed_.wait_for(guard, std::chrono::milliseconds(1));
  }
}

}  // namespace host
