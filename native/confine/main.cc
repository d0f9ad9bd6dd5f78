// atoll-confine landlock: prints the version of Landlock's interface, 0 where there is none. atoll-confine
// [word=value...] -- program [arguments...]: becomes the program, with the limits, the identity and the part of the
// file system that the words give. src/compiler/clang/confine.ts writes them; words are taken in the order in which
// they come.
//
//   limit=NUMBER:VALUE   resource limit (setrlimit(2)), never above the hard limit that there is
// read=PATH write=PATH files below may be read and executed, or also written; all others may not as soon as one is
// named
//   identity=UID:GID:GROUP,GROUP...   user, group and supplementary groups
//   capabilities=HEX     those that may be left to the program, at most
//   parent=PID           the program is killed when this process, its parent, ends
#include <linux/capability.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "landlock.h"

namespace {

constexpr int kFailed = 125;
constexpr int kNotExecuted = 126;
constexpr size_t kMostGroups = 65536;

[[noreturn]] void fail(const char* what) {
  fprintf(stderr, "atoll-confine: %s: %s\n", what, strerror(errno));
  exit(kFailed);
}

/** The number at a place, which moves behind it and the separator that follows. */
uint64_t number(const char** text, int base = 10) {
  char* end = nullptr;
  errno = 0;
  const uint64_t value = strtoull(*text, &end, base);
  if (end == *text || errno) {
    errno = EINVAL;
    fail(*text);
  }
  *text = *end ? end + 1 : end;
  return value;
}

void setLimit(const char* value) {
  const int resource = static_cast<int>(number(&value));
  const rlim_t wanted = number(&value);
  rlimit limit = {};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) fail("limit");
  if (wanted < limit.rlim_max) limit.rlim_max = wanted;
  // The kernel sends SIGXCPU at the soft limit of processor time and SIGKILL at the hard one.
  limit.rlim_cur = limit.rlim_max;
  if (resource == RLIMIT_CPU && limit.rlim_max != RLIM_INFINITY) limit.rlim_max += wanted == limit.rlim_cur ? 1 : 0;
  if (setrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0) return;
  limit.rlim_max = limit.rlim_cur;
  if (setrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) fail("limit");
}

void takeIdentity(const char* value) {
  static gid_t groups[kMostGroups];
  const uid_t user = static_cast<uid_t>(number(&value));
  const gid_t group = static_cast<gid_t>(number(&value));
  size_t count = 0;
  while (*value && count < kMostGroups) groups[count++] = static_cast<gid_t>(number(&value));
  if (setgroups(count, groups) != 0) fail("groups");
  if (setresgid(group, group, group) != 0) fail("group");
  if (setresuid(user, user, user) != 0) fail("user");
}

/** A program of root's gets all capabilities that are not taken out of its bounding set. */
void keepCapabilities(const char* value) {
  const uint64_t kept = number(&value, 16);
  for (unsigned long one = 0; one < 64; one++) {
    if (kept >> one & 1) continue;
    // Not allowed without CAP_SETPCAP: then there is nothing to gain either. Not known to this kernel: the same.
    prctl(PR_CAPBSET_DROP, one, 0, 0, 0);
  }
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
}

void endWith(const char* value) {
  const pid_t parent = static_cast<pid_t>(number(&value));
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent) raise(SIGKILL);
}

bool is(const char* word, const char* name, const char** value) {
  const size_t length = strlen(name);
  if (strncmp(word, name, length) != 0 || word[length] != '=') return false;
  *value = word + length + 1;
  return true;
}

void apply(const char* word, Landlock* landlock) {
  const char* value = nullptr;
  if (is(word, "limit", &value)) return setLimit(value);
  if (is(word, "read", &value)) return landlock->allow(value, false);
  if (is(word, "write", &value)) return landlock->allow(value, true);
  if (is(word, "capabilities", &value)) return keepCapabilities(value);
  if (is(word, "identity", &value)) return takeIdentity(value);
  if (is(word, "parent", &value)) return endWith(value);
  errno = EINVAL;
  fail(word);
}

}  // namespace

int main(int count, char** words) {
  if (count == 2 && strcmp(words[1], "landlock") == 0) {
    printf("%d\n", Landlock::version());
    return 0;
  }
  Landlock landlock;
  int at = 1;
  for (; at < count && strcmp(words[at], "--") != 0; at++) apply(words[at], &landlock);
  if (at + 1 >= count) {
    errno = EINVAL;
    fail("no program");
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("no_new_privs");
  if (!landlock.enforce()) {
    fputs("atoll-confine: files that the program may not read cannot be kept from its compiler: this needs Landlock (Linux 5.13)\n", stderr);
    return kFailed;
  }
  execvp(words[at + 1], words + at + 1);
  fprintf(stderr, "atoll-confine: %s: %s\n", words[at + 1], strerror(errno));
  return kNotExecuted;
}
