// The open virtual files of one guest tree: identity by inode, and the moment the last one is gone.
#pragma once
#include <sys/stat.h>
#include <sys/types.h>

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace host {

// One open = one memfd, so (st_dev, st_ino) names the open file whatever the guests do with its descriptors; no table
// of descriptors is kept. Every guest-side open file description carries an OFD read lock; a waiter that requests the
// write lock gets it when the last descriptor and the last mapping are gone, which is the driver's `release`.
class OpenFiles : public std::enable_shared_from_this<OpenFiles> {
 public:
  using OnRelease = std::function<void(uint64_t inode)>;

  struct Adopted {
    int fd = -1;         // our own description, for TypeScript; -1 on error
    uint64_t inode = 0;
    int error = 0;       // errno
  };

  OpenFiles(size_t limit, OnRelease onRelease);

  // Registers the memfd behind `guestSide`, a descriptor that shares the guest's description (stays the caller's).
  // ENFILE beyond the limit, which counts open files of guests: releases under way are waited for. After success
  // call `arm` exactly once.
  Adopted adopt(int guestSide);
  // Starts waiting for the release. Separate from `adopt` so that the open can be reported first.
  void arm(const Adopted& file);
  // Counts one more guest-side description (a reopen through /proc).
  static bool hold(int guestSide);

  // The inode when the path or descriptor is one of ours, otherwise 0.
  uint64_t identify(const char* procPath) const;
  uint64_t identify(pid_t tid, int fd) const;
  uint64_t identify(const struct stat& status) const;

  // Releases files that were handed to processes outside of the tree, and waits until every waiter has ended.
  void releaseAll();

 private:
  struct File {
    pthread_t waiter = {};
    int fd = -1;  // the waiter's
    bool armed = false;
  };
  struct WaiterStart;
  static void* waiterMain(void* start);
  bool waitForLock(int fd) const;
  bool makeRoom(std::unique_lock<std::mutex>& guard);
  void finish(uint64_t inode, int fd);

  const size_t limit_;
  const OnRelease onRelease_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_map<uint64_t, File> files_;
  dev_t device_ = 0;
  bool cancelled_ = false;
};

// The signal that interrupts a waiting thread of ours; its handler does nothing but interrupt.
int interruptSignal();

}  // namespace host
