// Write protection by userfaultfd. Closing the file ends it and wakes the waiting threads, which then access their
// page.
#include "core/write_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

#include "core/guarded_copy.h"
#include "generated/abi.h"

namespace runtime {
namespace {

#ifdef UFFDIO_WRITEPROTECT

/** UFFD_USER_MODE_ONLY of newer headers: for unprivileged processes since Linux 5.11. */
constexpr int kUserModeOnly = 1;

int open_guard() {
  long file = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
  if (file < 0 && errno == EPERM) file = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | kUserModeOnly);
  return static_cast<int>(file);
}

bool protect(int file, unsigned char* begin, size_t size) {
  uffdio_api api = {};
  api.api = UFFD_API;
  api.features = UFFD_FEATURE_PAGEFAULT_FLAG_WP;
  if (ioctl(file, UFFDIO_API, &api) != 0) return false;
  const uffdio_range range = {reinterpret_cast<uintptr_t>(begin), size};
  uffdio_register memory = {};
  memory.range = range;
  memory.mode = UFFDIO_REGISTER_MODE_WP;
  if (ioctl(file, UFFDIO_REGISTER, &memory) != 0) return false;
  // Only pages that are there can be protected.
  for (size_t at = 0; at < size; at += abi::kPageSize) {
    unsigned char byte;
    if (!guarded_copy(&byte, begin + at, 1)) return false;
  }
  uffdio_writeprotect wanted = {};
  wanted.range = range;
  wanted.mode = UFFDIO_WRITEPROTECT_MODE_WP;
  return ioctl(file, UFFDIO_WRITEPROTECT, &wanted) == 0;
}

#else

int open_guard() { return -1; }
bool protect(int, unsigned char*, size_t) { return false; }

#endif

}  // namespace

WriteGuard::WriteGuard(unsigned char* begin, size_t size) {
  sigset_t all;
  sigfillset(&all);
  sigdelset(&all, SIGSEGV);
  sigdelset(&all, SIGBUS);
  // A handler on this thread that writes there would wait for itself.
  pthread_sigmask(SIG_SETMASK, &all, &before_);
  file_ = open_guard();
  if (file_ < 0 || protect(file_, begin, size)) return;
  close(file_);
  file_ = -1;
}

WriteGuard::~WriteGuard() {
  if (file_ >= 0) close(file_);
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace runtime
