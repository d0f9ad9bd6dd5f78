// Pages at the end of a guest's file that are taken away until the guest touches one. Meanwhile the thread whose
// doorbell is a plain store to them sleeps.
#pragma once
#include <sys/types.h>

#include <cstdint>
#include <map>
#include <mutex>

namespace host {

class Tripwires {
 public:
  // Words of a file, which the side that takes its pages shares: see src/host/tripwire.ts.
  enum State : uint32_t { absent = 0, open = 1, taken = 2, taking = 3 };
  static constexpr uint32_t kMostBlocking = 62;
  static constexpr uint32_t kBytes = 4 * (2 + kMostBlocking);

  // Pages of the file end at `size` when they are there. Keeps its own descriptor; the words must live until
  // `remove`. An errno, or 0.
  int add(int fd, uint64_t size, uint32_t* words);
  // Pages are back, and are not taken until that is allowed again.
  void forbid(uint32_t* words);
  void allow(uint32_t* words);
  void remove(uint32_t* words);

  // A guest's thread has touched a page behind the end of a file. True when that is to be tried again: pages are back.
  // @param seen how often pages had been given back at the previous such call for the same thread
  bool giveBack(uint64_t* seen);
  // True if the thread blocked SIGBUS when pages were taken: Linux unblocks it for the touch.
  bool blocked(pid_t tid);

  ~Tripwires();

 private:
  struct File {
    int fd;
    uint64_t size;
  };
  std::mutex mutex_;
  std::map<uint32_t*, File> files_;
  uint64_t count_ = 0;
};

}  // namespace host
