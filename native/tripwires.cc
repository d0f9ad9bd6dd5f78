// A file that is made shorter loses its pages in every mapping; touching one is SIGBUS, which a tracer sees before the
// program does.
#include "tripwires.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <utility>

namespace host {
namespace {

void wake(uint32_t* word) { syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0); }

}  // namespace

Tripwires::~Tripwires() {
  for (auto& [word, file] : files_) close(file.fd);
}

int Tripwires::add(int fd, uint64_t size, uint32_t* word) {
  int own = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  if (own < 0) return errno;
  std::lock_guard guard(mutex_);
  files_[word] = {own, size};
  __atomic_store_n(word, State::open, __ATOMIC_SEQ_CST);
  return 0;
}

void Tripwires::forbid(uint32_t* words) {
  std::lock_guard guard(mutex_);
  auto found = files_.find(words);
  if (found == files_.end()) return;
  // The thread that takes them is in the middle of one system call.
  uint32_t state = __atomic_load_n(words, __ATOMIC_SEQ_CST);
  do {
    while (state == State::taking) {
      sched_yield();
      state = __atomic_load_n(words, __ATOMIC_SEQ_CST);
    }
  } while (!__atomic_compare_exchange_n(words, &state, State::absent, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  if (state == State::absent) return;
  ftruncate(found->second.fd, static_cast<off_t>(found->second.size));
  count_++;
  wake(words);
}

void Tripwires::allow(uint32_t* words) {
  std::lock_guard guard(mutex_);
  uint32_t state = State::absent;
  if (files_.contains(words)) __atomic_compare_exchange_n(words, &state, State::open, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

void Tripwires::remove(uint32_t* word) {
  std::lock_guard guard(mutex_);
  auto found = files_.find(word);
  if (found == files_.end()) return;
  close(found->second.fd);
  files_.erase(found);
}

// The word changes after the size: pages that are taken again from then on are gone again, and touching them comes
// here.
bool Tripwires::giveBack(uint64_t* seen) {
  std::lock_guard guard(mutex_);
  bool found = false;
  for (auto& [word, file] : files_) {
    struct stat status;
    if (fstat(file.fd, &status) != 0 || static_cast<uint64_t>(status.st_size) >= file.size) continue;
    if (ftruncate(file.fd, static_cast<off_t>(file.size)) != 0) continue;
    found = true;
    __atomic_store_n(word, State::open, __ATOMIC_SEQ_CST);
    wake(word);
  }
  if (found) count_++;
  // Another thread's touch may have brought the pages back between this thread's and now.
  return std::exchange(*seen, count_) != count_;
}

bool Tripwires::blocked(pid_t tid) {
  std::lock_guard guard(mutex_);
  for (auto& [words, file] : files_) {
    uint32_t count = std::min(__atomic_load_n(words + 1, __ATOMIC_SEQ_CST), kMostBlocking);
    for (uint32_t n = 0; n < count; n++) {
      if (static_cast<pid_t>(__atomic_load_n(words + 2 + n, __ATOMIC_SEQ_CST)) == tid) return true;
    }
  }
  return false;
}

}  // namespace host
