// Does a path that a guest gave name one of the virtual devices?
#pragma once
#include <sys/stat.h>
#include <sys/types.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

class DevicePaths {
 public:
  // Absolute and normalized. The parent directories are remembered by identity, for directory listings.
  void add(const std::string& path);

  // Index of the device, -1 when the path names something else. Relative paths start at the guest's directory
  // descriptor, or at its working directory for AT_FDCWD. Symbolic links are not followed.
  int match(pid_t tid, int directory, const std::string& path) const;

  // Is this directory the parent of a device?
  bool isParent(const struct stat& directory) const;

 private:
  struct Device {
    std::string path;
    std::string name;
  };
  std::vector<Device> devices_;
  std::vector<std::pair<dev_t, ino_t>> parents_;
};

// Read-only trees beside the file system (src/host/virtual-tree.ts). All lie in one folder of ours, each under its own
// name there.
class VirtualTrees {
 public:
  void setFolder(const std::string& folder) { folder_ = folder; }
  void add(const std::string& prefix) { prefixes_.push_back(prefix); }

  // The path in a tree, absolute and normalized, that a guest's path names: by the tree's name, or from a directory of
  // the tree that the guest has open, which is one of our folder.
  std::optional<std::string> match(pid_t tid, int directory, const std::string& path) const;

  // The host path of the contents of a path in the tree.
  std::string contents(const std::string& inside) const { return folder_ + inside; }

 private:
  std::string folder_;
  std::vector<std::string> prefixes_;
};

// "/a//b/./c/.." -> "/a/b"; the path must be absolute.
std::string normalizePath(const std::string& path);

// For /proc/self/fd/N, /proc/<pid>/fd/N and /dev/fd/N: the same link as the tracer sees it.
std::optional<std::string> descriptorLink(pid_t tid, const std::string& path);

}  // namespace host
