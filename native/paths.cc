// Does a path that a guest gave name one of the virtual devices?
#include "paths.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <string_view>

namespace host {
namespace {

std::string_view lastComponent(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::optional<std::string> readLink(const std::string& link) {
  char target[PATH_MAX];
  ssize_t length = readlink(link.c_str(), target, sizeof target);
  if (length <= 0 || length == sizeof target) return std::nullopt;
  return std::string(target, static_cast<size_t>(length));
}

// Absolute and normalized. Links on the way are not followed.
std::optional<std::string> absolutePath(pid_t tid, int directory, const std::string& path) {
  if (path[0] == '/') return normalizePath(path);
  std::string process = "/proc/" + std::to_string(tid);
  auto base = readLink(directory == AT_FDCWD ? process + "/cwd" : process + "/fd/" + std::to_string(directory));
  if (!base || (*base)[0] != '/') return std::nullopt;
  return normalizePath(*base + "/" + path);
}

bool isInside(std::string_view path, std::string_view prefix) {
  return path.starts_with(prefix) && (path.size() == prefix.size() || path[prefix.size()] == '/');
}

bool isNumber(std::string_view text) {
  return !text.empty() && text.size() < 10 && std::all_of(text.begin(), text.end(), [](char c) { return isdigit(c); });
}

}  // namespace

std::string normalizePath(const std::string& path) {
  std::string result;
  std::string_view rest = path;
  while (!rest.empty()) {
    size_t slash = std::min(rest.find('/'), rest.size());
    std::string_view part = rest.substr(0, slash);
    rest.remove_prefix(std::min(slash + 1, rest.size()));
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      result.resize(result.empty() ? 0 : result.rfind('/'));
    } else {
      result.append("/").append(part);
    }
  }
  return result.empty() ? "/" : result;
}

void DevicePaths::add(const std::string& path) {
  std::string normal = normalizePath(path);
  devices_.push_back({normal, std::string(lastComponent(normal))});
  struct stat status;
  std::string parent = normal.substr(0, std::max<size_t>(1, normal.rfind('/')));
  if (stat(parent.c_str(), &status) == 0) parents_.emplace_back(status.st_dev, status.st_ino);
}

int DevicePaths::match(pid_t tid, int directory, const std::string& path) const {
  std::string_view name = lastComponent(path);
  auto sameName = [&](const Device& device) { return device.name == name; };
  if (std::none_of(devices_.begin(), devices_.end(), sameName)) return -1;
  auto whole = absolutePath(tid, directory, path);
  if (!whole) return -1;
  for (size_t i = 0; i < devices_.size(); i++) {
    if (devices_[i].path == *whole) return static_cast<int>(i);
  }
  return -1;
}

std::optional<std::string> VirtualTrees::match(pid_t tid, int directory, const std::string& path) const {
  if (prefixes_.empty()) return std::nullopt;
  auto whole = absolutePath(tid, directory, path);
  if (!whole) return std::nullopt;
  if (isInside(*whole, folder_)) whole->erase(0, folder_.size());
  for (const std::string& prefix : prefixes_) {
    if (isInside(*whole, prefix)) return whole;
  }
  return std::nullopt;
}

bool DevicePaths::isParent(const struct stat& directory) const {
  return std::find(parents_.begin(), parents_.end(), std::pair(directory.st_dev, directory.st_ino)) != parents_.end();
}

std::optional<std::string> descriptorLink(pid_t tid, const std::string& path) {
  std::string_view rest = path;
  std::string process = std::to_string(tid);
  if (rest.starts_with("/dev/fd/")) {
    rest.remove_prefix(8);
  } else {
    if (!rest.starts_with("/proc/")) return std::nullopt;
    rest.remove_prefix(6);
    size_t slash = rest.find("/fd/");
    if (slash == std::string_view::npos) return std::nullopt;
    std::string_view owner = rest.substr(0, slash);
    if (isNumber(owner)) {
      process = std::string(owner);
    } else if (owner != "self" && owner != "thread-self") {
      return std::nullopt;
    }
    rest.remove_prefix(slash + 4);
  }
  if (!isNumber(rest)) return std::nullopt;
  return "/proc/" + process + "/fd/" + std::string(rest);
}

}  // namespace host
