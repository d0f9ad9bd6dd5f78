// The kernel leaves argc, argv, envp and the auxiliary vector at the stack pointer (System V ABI, "process
// initialization"), in words of the program's class. A longer copy of them is made below, which the stack pointer then
// names.
#include "image_environment.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>

#include "guest_memory.h"

namespace host {
namespace {

// Linux limits arguments and environment to a quarter of the stack, and to 6 MiB.
constexpr size_t kMaxEnvironment = 6 << 20;
constexpr uint64_t kStackAlignment = 16;

int openOf(pid_t tid, const char* file) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", tid, file);
  return open(path, O_RDONLY | O_CLOEXEC);
}

std::optional<std::string> readEnvironment(pid_t tid) {
  int fd = openOf(tid, "environ");
  if (fd < 0) return {};
  std::string text(1, '\0');  // each variable follows a NUL
  char part[4096];
  ssize_t got;
  while ((got = read(fd, part, sizeof part)) > 0 && text.size() < kMaxEnvironment) text.append(part, static_cast<size_t>(got));
  close(fd);
  return got < 0 ? std::nullopt : std::optional(text);
}

std::vector<std::string> missingFrom(const std::string& environment, const std::vector<std::string>& variables) {
  std::vector<std::string> missing;
  for (const std::string& variable : variables) {
    std::string name = '\0' + variable.substr(0, variable.find('=') + 1);
    if (environment.find(name) == std::string::npos) missing.push_back(variable);
  }
  return missing;
}

size_t wordBytes(pid_t tid) {
  int fd = openOf(tid, "exe");
  if (fd < 0) return 0;
  uint8_t ident[EI_NIDENT] = {};
  bool isRead = pread(fd, ident, sizeof ident, 0) == sizeof ident;
  close(fd);
  if (!isRead) return 0;
  return ident[EI_CLASS] == ELFCLASS64 ? sizeof(uint64_t) : sizeof(uint32_t);
}

// Words of the stack, from the stack pointer on.
class StackWords {
 public:
  StackWords(pid_t tid, uint64_t at, size_t bytes) : tid_(tid), at_(at), bytes_(bytes) {}

  std::optional<uint64_t> operator[](size_t index) {
    while ((index + 1) * bytes_ > read_.size()) {
      if (!readMore()) return {};
    }
    uint64_t word = 0;
    memcpy(&word, read_.data() + index * bytes_, bytes_);
    return word;
  }

 private:
  bool readMore() {
    uint8_t part[4096];
    if (read_.size() > kMaxEnvironment) return false;
    ssize_t got = readGuest(tid_, at_ + read_.size(), part, sizeof part);
    if (got <= 0) return false;
    read_.insert(read_.end(), part, part + got);
    return true;
  }

  const pid_t tid_;
  const uint64_t at_;
  const size_t bytes_;
  std::vector<uint8_t> read_;
};

struct InitialStack {
  std::vector<uint64_t> words;
  size_t environmentEnd = 0;  // the NULL behind the variables
  bool isSecure = false;
};

std::optional<InitialStack> readInitialStack(pid_t tid, uint64_t at, size_t bytes) {
  StackWords stack(tid, at, bytes);
  InitialStack read;
  size_t ends = 0;
  for (bool done = false; !done;) {
    auto word = stack[read.words.size()];
    if (!word) return {};
    read.words.push_back(*word);
    // The first word is argc: a program may be executed without arguments.
    if (ends < 2) {
      if (*word || read.words.size() == 1) continue;
      if (++ends == 2) read.environmentEnd = read.words.size() - 1;
      continue;
    }
    auto value = stack[read.words.size()];
    if (!value) return {};
    read.words.push_back(*value);
    if (*word == AT_SECURE) read.isSecure = *value != 0;
    done = *word == AT_NULL;
  }
  return read;
}

bool writeAll(pid_t tid, uint64_t at, const void* from, size_t length) {
  return writeGuest(tid, at, from, length) == static_cast<ssize_t>(length);
}

// The start of the copy; nothing when the stack has no room for it.
std::optional<uint64_t> writeLonger(pid_t tid, InitialStack stack, uint64_t below, size_t bytes, const std::vector<std::string>& added) {
  std::string strings;
  std::vector<uint64_t> offsets;
  for (const std::string& variable : added) {
    offsets.push_back(strings.size());
    strings += variable + '\0';
  }
  uint64_t texts = (below - strings.size()) & ~(kStackAlignment - 1);
  for (uint64_t& offset : offsets) offset += texts;
  stack.words.insert(stack.words.begin() + static_cast<ptrdiff_t>(stack.environmentEnd), offsets.begin(), offsets.end());
  std::vector<uint8_t> raw(stack.words.size() * bytes);
  for (size_t i = 0; i < stack.words.size(); i++) memcpy(raw.data() + i * bytes, &stack.words[i], bytes);
  uint64_t start = (texts - raw.size()) & ~(kStackAlignment - 1);
  if (!writeAll(tid, texts, strings.data(), strings.size()) || !writeAll(tid, start, raw.data(), raw.size())) return {};
  return start;
}

}  // namespace

EnvironmentChange addVariables(pid_t tid, const std::vector<std::string>& variables) {
  user_regs_struct registers;
  size_t bytes = wordBytes(tid);
  if (bytes == 0 || ptrace(PTRACE_GETREGS, tid, nullptr, &registers) != 0) return EnvironmentChange::failed;
  auto stack = readInitialStack(tid, registers.rsp, bytes);
  if (!stack) return EnvironmentChange::failed;
  if (stack->isSecure) return EnvironmentChange::ignored;
  auto environment = readEnvironment(tid);
  if (!environment) return EnvironmentChange::failed;
  auto missing = missingFrom(*environment, variables);
  if (missing.empty()) return EnvironmentChange::none;
  auto start = writeLonger(tid, std::move(*stack), registers.rsp, bytes, missing);
  if (!start) return EnvironmentChange::failed;
  registers.rsp = *start;
  return ptrace(PTRACE_SETREGS, tid, nullptr, &registers) == 0 ? EnvironmentChange::added : EnvironmentChange::failed;
}

}  // namespace host
