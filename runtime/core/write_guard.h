// Holds back writes to a range of memory while it is copied and replaced.
#pragma once
#include <signal.h>

#include <cstddef>

namespace runtime {

/**
 * While one of these lives, threads of this process that write to the range wait, and continue in the memory mapped
 * there afterwards. That takes userfaultfd, which containers often forbid, and memory that it supports (anonymous
 * memory, and shared files since Linux 5.19). Without it nothing is held back: a write between the copy of a piece and
 * its replacement, some microseconds, is lost.
 *
 * The thread that holds it takes no signals and must not write there, nor wait for a thread that may.
 */
class WriteGuard {
 public:
  /** @param begin the start of a page @param size whole pages */
  WriteGuard(unsigned char* begin, size_t size);
  ~WriteGuard();
  /** True if writers are held back. */
  bool holds() const { return file_ >= 0; }
  WriteGuard(const WriteGuard&) = delete;
  WriteGuard& operator=(const WriteGuard&) = delete;

 private:
  int file_ = -1;
  sigset_t before_;
};

}  // namespace runtime
