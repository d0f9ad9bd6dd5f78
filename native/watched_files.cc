// Calls that concern real device files that are watched.
#include "watched_files.h"

#include <limits.h>

#include <algorithm>
#include <cstdio>

#include "blocking.h"
#include "guest_memory.h"
#include "timed_transfer.h"

namespace host {

void WatchedFiles::add(const std::string& path) {
  paths_.push_back(normalizePath(path));
  struct stat status;
  if (stat(path.c_str(), &status) == 0 && (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode))) numbers_.insert(status.st_rdev);
}

bool WatchedFiles::isWatched(const struct stat& status) const {
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) return paths_.empty() || numbers_.contains(status.st_rdev);
  return files_.contains({status.st_dev, status.st_ino});
}

bool WatchedFiles::isWatched(pid_t tid, int fd) const {
  char link[64];
  snprintf(link, sizeof link, "/proc/%d/fd/%d", tid, fd);
  struct stat status;
  return fd >= 0 && stat(link, &status) == 0 && isWatched(status);
}

Verdict WatchedFiles::judge(const Call& call) const {
  const CallRow& row = *call.row;
  if (servesFaults(call)) expectHeldFaults();
  if (row.role == CallRole::open) return judgePath(call);
  if (row.role == CallRole::poll || row.role == CallRole::select) {
    for (int fd : waitedDescriptors(call)) {
      if (isWatched(call.tid, fd)) return {VerdictKind::ask};
    }
    return {};
  }
  // The last look at mapped memory.
  if (row.role == CallRole::report) return {VerdictKind::ask};
  if (row.role == CallRole::futex && sharesFutex(call)) return {VerdictKind::ask};
  if (row.descriptor < 0) return {};
  return isWatched(call.tid, static_cast<int>(call.arguments[row.descriptor])) ? Verdict{VerdictKind::ask} : Verdict{};
}

Verdict WatchedFiles::judgePath(const Call& call) const {
  auto path = readGuestString(call.tid, call.arguments[call.row->path], PATH_MAX);
  if (!path || path->empty()) return {};
  if (path->ends_with("/fuse")) expectHeldFaults();
  auto link = descriptorLink(call.tid, *path);
  struct stat status;
  bool found = stat((link ? *link : pathFromHere(call, *path)).c_str(), &status) == 0 && isWatched(status);
  // One that does not exist, or only for the guest.
  if (!found && (*path)[0] == '/') found = std::find(paths_.begin(), paths_.end(), normalizePath(*path)) != paths_.end();
  return {found ? VerdictKind::ask : VerdictKind::pass, -1, 0, std::move(*path)};
}

void WatchedFiles::opened(pid_t tid, int fd) {
  char link[64];
  snprintf(link, sizeof link, "/proc/%d/fd/%d", tid, fd);
  struct stat status;
  if (stat(link, &status) == 0 && !isWatched(status)) files_.insert({status.st_dev, status.st_ino});
}

}  // namespace host
