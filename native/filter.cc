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

int installFilter(const Filter& filter, ListenerKind listener) {
  sock_fprog program{static_cast<unsigned short>(filter.size()), const_cast<sock_filter*>(filter.data())};
  // The filter is no sandbox: before Linux 5.16 it would turn speculative store bypass off for the guest.
  unsigned long flags = SECCOMP_FILTER_FLAG_SPEC_ALLOW;
  if (listener != ListenerKind::none) flags |= SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
  long result = setFilter(flags, &program);
  // Linux before 5.19 does not have WAIT_KILLABLE_RECV.
  if (result < 0 && errno == EINVAL && listener == ListenerKind::any) {
    result = setFilter(flags & ~SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &program);
  }
  return result < 0 ? -errno : static_cast<int>(result);
}

bool filterAllows(const Filter& filter, const seccomp_data& call) {
  uint32_t accumulator = 0;
  for (size_t at = 0; at < filter.size(); at++) {
    const sock_filter& instruction = filter[at];
    auto branch = [&](bool condition) { at += condition ? instruction.jt : instruction.jf; };
    switch (instruction.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        memcpy(&accumulator, reinterpret_cast<const uint8_t*>(&call) + instruction.k, sizeof accumulator);
        break;
      case BPF_ALU | BPF_AND | BPF_K:
        accumulator &= instruction.k;
        break;
      case BPF_JMP | BPF_JA:
        at += instruction.k;
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        branch(accumulator == instruction.k);
        break;
      case BPF_JMP | BPF_JGE | BPF_K:
        branch(accumulator >= instruction.k);
        break;
      case BPF_RET | BPF_K:
        return instruction.k == SECCOMP_RET_ALLOW;
      default:
        return true;
    }
  }
  return true;
}

void preferSynchronousWakeUp(int listener) {
  ioctl(listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS, SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP);
}

}  // namespace host
