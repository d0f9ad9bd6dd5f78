#include "landlock.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

// Of <linux/landlock.h>, which older systems lack.
struct RulesetAttributes {
  uint64_t handledAccess;
};
struct __attribute__((packed)) PathBeneath {
  uint64_t allowedAccess;
  int32_t parent;
};
constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;
constexpr unsigned kVersion = 1;
constexpr int kRulePathBeneath = 1;

constexpr uint64_t kExecute = 1 << 0;
constexpr uint64_t kWriteFile = 1 << 1;
constexpr uint64_t kReadFile = 1 << 2;
constexpr uint64_t kReadFolder = 1 << 3;
constexpr uint64_t kTruncate = 1 << 14;
// Those of the first version: execute, read, write, list, remove, make.
constexpr uint64_t kFirstVersion = (1 << 13) - 1;
constexpr uint64_t kFiles = kExecute | kWriteFile | kReadFile | kTruncate;

/** All access that a version can restrict: refer came with 2, truncate with 3. */
uint64_t accessOf(int version) {
  return kFirstVersion | (version >= 2 ? 1 << 13 : 0) | (version >= 3 ? kTruncate : 0);
}

}  // namespace

int Landlock::version() {
  const long version = syscall(kCreateRuleset, nullptr, 0, kVersion);
  return version < 0 ? 0 : static_cast<int>(version);
}

void Landlock::allow(const char* path, bool write) {
  const int known = version();
  if (known == 0) {
    absent_ = true;
    return;
  }
  const uint64_t all = accessOf(known);
  if (rules_ < 0) {
    const RulesetAttributes attributes = {all};
    rules_ = static_cast<int>(syscall(kCreateRuleset, &attributes, sizeof attributes, 0));
  }
  if (rules_ < 0) {
    absent_ = true;
    return;
  }
  const int folder = open(path, O_PATH | O_CLOEXEC);
  struct stat found = {};
  if (folder < 0 || fstat(folder, &found) != 0) return;
  uint64_t access = write ? all : kExecute | kReadFile | kReadFolder;
  if (!S_ISDIR(found.st_mode)) access &= kFiles;
  const PathBeneath rule = {access & all, folder};
  syscall(kAddRule, rules_, kRulePathBeneath, &rule, 0);
  close(folder);
}

bool Landlock::enforce() {
  if (absent_) return false;
  if (rules_ < 0) return true;
  const bool done = syscall(kRestrictSelf, rules_, 0) == 0;
  close(rules_);
  return done;
}
