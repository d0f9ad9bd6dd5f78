// Installing a seccomp filter (seccomp(2), seccomp_unotify(2)).
#include "filter.h"

#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

// Newer than the headers of Debian 12 (include/uapi/linux/seccomp.h).
#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif
#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS _IOW('!', 4, __u64)
#define SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP 1UL
#endif

namespace host {

Filter filterFromBytes(const uint8_t* bytes, size_t length) {
  if (length % sizeof(sock_filter) != 0 || length / sizeof(sock_filter) > BPF_MAXINSNS) return {};
  Filter filter(length / sizeof(sock_filter));
  if (length) memcpy(filter.data(), bytes, length);
  return filter;
}

namespace {

long setFilter(unsigned long flags, sock_fprog* program) {
  long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, program);
  // Without CAP_SYS_ADMIN (ordinary users, root in most containers) a filter costs the gains of setuid programs.
  if (result < 0 && errno == EACCES && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) {
    result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, program);
  }
  return result;
}

}  // namespace

int installFilter(const Filter& filter, bool listener) {
  sock_fprog program{static_cast<unsigned short>(filter.size()), const_cast<sock_filter*>(filter.data())};
  unsigned long flags = listener ? SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV : 0;
  long result = setFilter(flags, &program);
  // Linux before 5.19 does not know WAIT_KILLABLE_RECV.
  if (result < 0 && errno == EINVAL && listener) result = setFilter(SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
  return result < 0 ? -errno : static_cast<int>(result);
}

void preferSynchronousWakeUp(int listener) {
  ioctl(listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS, SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP);
}

}  // namespace host
