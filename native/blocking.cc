// Calls that pass the filter and may block in the kernel, where a signal interrupts them.
#include "blocking.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <string>

#include "guest_memory.h"

namespace host {
namespace {

// A lease of another process (fcntl(2), F_SETLEASE) holds an open up until it is given back.
bool isLeased(const struct stat& file) {
  FILE* locks = fopen("/proc/locks", "re");
  if (!locks) return false;
  char line[256];
  bool found = false;
  while (!found && fgets(line, sizeof line, locks)) {
    unsigned major = 0, minor = 0;
    uint64_t inode = 0;
    // 1: LEASE  ACTIVE    WRITE 4711 fe:00:1234 0 EOF
    if (!strstr(line, "LEASE") || sscanf(line, "%*s %*s %*s %*s %*s %x:%x:%" SCNu64, &major, &minor, &inode) != 3) continue;
    found = inode == file.st_ino && makedev(major, minor) == file.st_dev;
  }
  fclose(locks);
  return found;
}

}  // namespace

std::string pathFromHere(const Call& call, const std::string& path) {
  std::string process = "/proc/" + std::to_string(call.tid);
  if (path[0] == '/') return process + "/root" + path;
  int directory = call.row->directory < 0 ? AT_FDCWD : static_cast<int>(call.arguments[call.row->directory]);
  return process + (directory == AT_FDCWD ? "/cwd/" : "/fd/" + std::to_string(directory) + "/") + path;
}

bool mayBlock(const Call& call) {
  if (call.row->role == CallRole::ioctl) return true;
  if (call.row->role != CallRole::open) return false;
  auto path = readGuestString(call.tid, call.arguments[call.row->path], PATH_MAX);
  struct stat file;
  if (!path || path->empty() || stat(pathFromHere(call, *path).c_str(), &file) != 0) return false;
  return S_ISREG(file.st_mode) ? isLeased(file) : !S_ISDIR(file.st_mode);
}

}  // namespace host
