// A file that is made shorter loses its pages in every mapping; touching one is SIGBUS, which a tracer sees before the program does.
#include "tripwires.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <utility>

namespace host {

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

void Tripwires::remove(uint32_t* word) {
  std::lock_guard guard(mutex_);
  auto found = files_.find(word);
  if (found == files_.end()) return;
  close(found->second.fd);
  files_.erase(found);
}

// The word changes after the size: pages that are taken again from then on are gone again, and touching them comes here.
bool Tripwires::giveBack(uint64_t* seen) {
  std::lock_guard guard(mutex_);
  bool found = false;
  for (auto& [word, file] : files_) {
    struct stat status;
    if (fstat(file.fd, &status) != 0 || static_cast<uint64_t>(status.st_size) >= file.size) continue;
    if (ftruncate(file.fd, static_cast<off_t>(file.size)) != 0) continue;
    found = true;
    __atomic_store_n(word, State::open, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
  }
  if (found) count_++;
  // Another thread's touch may have brought the pages back between this thread's and now.
  return std::exchange(*seen, count_) != count_;
}

}  // namespace host
