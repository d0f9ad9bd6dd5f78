// Classification of a stopped call, shared by both back ends.
#include "interceptor.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <poll.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "guest_memory.h"
#include "timed_transfer.h"

// Newer than the headers of Debian 12 (include/uapi/linux/userfaultfd.h).
#ifndef USERFAULTFD_IOC_NEW
#define USERFAULTFD_IOC_NEW _IO(0xAA, 0x00)
#endif

namespace host {
namespace {

constexpr uint64_t kMostPolled = 1024;
constexpr uint64_t kMostSelected = 65536;
constexpr uint64_t kPrivateFutex = 128;  // FUTEX_PRIVATE_FLAG

std::vector<int> polled(const Call& call) {
  std::vector<pollfd> entries(std::min<uint64_t>(call.arguments[1], kMostPolled));
  size_t bytes = entries.size() * sizeof(pollfd);
  ssize_t got = bytes ? readGuest(call.tid, call.arguments[0], entries.data(), bytes) : 0;
  entries.resize(got > 0 ? static_cast<size_t>(got) / sizeof(pollfd) : 0);
  std::vector<int> descriptors;
  for (const pollfd& entry : entries) {
    if (entry.fd >= 0) descriptors.push_back(entry.fd);
  }
  return descriptors;
}

std::vector<int> selected(const Call& call) {
  size_t count = static_cast<int32_t>(call.arguments[0]) < 0 ? 0 : std::min<uint64_t>(call.arguments[0] & 0xffffffff, kMostSelected);
  std::vector<uint8_t> any((count + 7) / 8);
  for (int set = 1; set <= 3; set++) {
    std::vector<uint8_t> bits(any.size());
    if (!bits.empty() && call.arguments[set]) readGuest(call.tid, call.arguments[set], bits.data(), bits.size());
    for (size_t i = 0; i < any.size(); i++) any[i] |= bits[i];
  }
  std::vector<int> descriptors;
  for (size_t fd = 0; fd < count; fd++) {
    if (any[fd / 8] >> (fd % 8) & 1) descriptors.push_back(static_cast<int>(fd));
  }
  return descriptors;
}

}  // namespace

Verdict Interceptor::judge(const Call& call) const {
  const CallRow& row = *call.row;
  if (servesFaults(call)) expectHeldFaults();
  switch (row.role) {
    case CallRole::ioctl: {
      uint64_t inode = files_.identify(call.tid, static_cast<int>(call.arguments[row.descriptor]));
      return inode ? Verdict{VerdictKind::ask, -1, inode, {}} : Verdict{};
    }
    case CallRole::open:
      return judgePath(call, true);
    case CallRole::path:
      return judgePath(call, false);
    case CallRole::descriptor:
      return judgeDescriptor(call, static_cast<int>(call.arguments[row.descriptor]));
    case CallRole::poll:
    case CallRole::select:
      for (int fd : waitedDescriptors(call)) {
        if (files_.identify(call.tid, fd)) return {VerdictKind::ask};
      }
      return {};
    case CallRole::futex:
      return {sharesFutex(call) ? VerdictKind::ask : VerdictKind::pass};
    case CallRole::report:
      return {VerdictKind::ask};
    // Attaching to process 0 is how the leak checker finds out whether ptrace may be called at all.
    case CallRole::ptrace:
      return {call.arguments[0] == PTRACE_ATTACH && call.arguments[1] == 0 ? VerdictKind::pass : VerdictKind::ask};
    case CallRole::wait:
    case CallRole::clone:
    case CallRole::faultHandler:
      return {};
  }
  return {};
}

Verdict Interceptor::judgePath(const Call& call, bool opens) const {
  const CallRow& row = *call.row;
  int directory = row.directory < 0 ? AT_FDCWD : static_cast<int>(call.arguments[row.directory]);
  auto path = readGuestString(call.tid, call.arguments[row.path], PATH_MAX);
  if (!path) return {};
  if (opens && path->ends_with("/fuse")) expectHeldFaults();
  // AT_EMPTY_PATH: glibc's fstat. Without the flag the kernel answers ENOENT, and so it does when we pass it on.
  if (path->empty()) return opens || directory == AT_FDCWD ? Verdict{} : judgeDescriptor(call, directory);
  if (int device = paths_.match(call.tid, directory, *path); device >= 0) {
    return {opens ? VerdictKind::open : VerdictKind::ask, device, 0, std::move(*path)};
  }
  if (auto inside = trees_.match(call.tid, directory, *path)) {
    return {VerdictKind::ask, -1, 0, std::move(*path), std::move(*inside)};
  }
  auto link = descriptorLink(call.tid, *path);
  uint64_t inode = link ? files_.identify(link->c_str()) : 0;
  if (!inode) return {VerdictKind::pass, -1, 0, std::move(*path)};
  return {opens ? VerdictKind::reopen : VerdictKind::ask, -1, inode, std::move(*path)};
}

Verdict Interceptor::judgeDescriptor(const Call& call, int fd) const {
  char link[64];
  snprintf(link, sizeof link, "/proc/%d/fd/%d", call.tid, fd);
  struct stat status;
  if (stat(link, &status) != 0) return {};
  uint64_t inode = files_.identify(status);
  if (inode || (S_ISDIR(status.st_mode) && paths_.isParent(status))) return {VerdictKind::ask, -1, inode, {}};
  return {};
}

bool servesFaults(const Call& call) {
  if (call.row->role == CallRole::faultHandler) return true;
  return call.row->role == CallRole::ioctl && static_cast<uint32_t>(call.arguments[1]) == USERFAULTFD_IOC_NEW;
}

bool sharesFutex(const Call& call) { return (call.arguments[1] & kPrivateFutex) == 0; }

std::vector<int> waitedDescriptors(const Call& call) { return call.row->role == CallRole::select ? selected(call) : polled(call); }

int openFlags(const Call& call) {
  uint64_t argument = call.arguments[call.row->flags];
  if (!call.row->flagsIndirect) return static_cast<int>(argument);
  uint64_t flags = 0;  // the first field of struct open_how (openat2(2))
  return readGuest(call.tid, argument, &flags, sizeof flags) == sizeof flags ? static_cast<int>(flags) : 0;
}

int readingFlags(int flags) { return flags & ~(O_CREAT | O_EXCL | O_TRUNC); }

bool isLeader(pid_t tid) { return syscall(SYS_tgkill, tid, tid, 0) == 0; }

pid_t processOf(pid_t tid) {
  if (isLeader(tid)) return tid;  // the usual case, without reading /proc
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/status", tid);
  FILE* file = fopen(name, "re");
  if (!file) return tid;
  char line[256];
  int process = tid;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "Tgid: %d", &process) == 1) break;
  }
  fclose(file);
  return process;
}

}  // namespace host
