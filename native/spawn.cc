// Starting a guest. Between fork and exec the child of this threaded process calls only async-signal-safe functions;
// everything it needs is prepared before.
#include "spawn.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace host {
namespace {

constexpr int kExitAtollFailed = 125;

struct Message {
  int stage;
  int value;  // errno, or the number of the listener in the child
};

struct Prepared {
  std::vector<char*> arguments;
  std::vector<char*> environment;
  std::vector<std::vector<char*>> scripts;  // per candidate: /bin/sh candidate argv[1..]
  rlimit files;
  bool limitFiles;
  int go;      // read end
  int report;  // write end
};

char* text(const std::string& string) { return const_cast<char*>(string.c_str()); }

Prepared prepare(const SpawnRequest& request) {
  Prepared prepared = {};
  for (auto& argument : request.arguments) prepared.arguments.push_back(text(argument));
  for (auto& variable : request.environment) prepared.environment.push_back(text(variable));
  prepared.environment.push_back(nullptr);
  static char shell[] = "/bin/sh";
  for (auto& candidate : request.candidates) {
    std::vector<char*> script = {shell, text(candidate)};
    for (size_t i = 1; i < prepared.arguments.size(); i++) script.push_back(prepared.arguments[i]);
    script.push_back(nullptr);
    prepared.scripts.push_back(std::move(script));
  }
  prepared.arguments.push_back(nullptr);
  // Node raises the soft limit of descriptors at start.
  prepared.limitFiles = true;
  if (request.descriptorLimit >= 0) {
    prepared.files.rlim_cur = static_cast<rlim_t>(request.descriptorLimit);
  } else {
    prepared.limitFiles = prlimit(getppid(), RLIMIT_NOFILE, nullptr, &prepared.files) == 0;
  }
  return prepared;
}

// Before the tracer answers, nothing may be called that the filter stops, as read and write are with devices that
// answer all calls.
void send(int fd, int stage, int value) {
  Message message{stage, value};
  iovec piece{&message, sizeof message};
  if (pwritev2(fd, &piece, 1, -1, 0) != sizeof message) _exit(kExitAtollFailed);
}

[[noreturn]] void fail(int fd, int stage, int error) {
  send(fd, stage, error);
  _exit(kExitAtollFailed);
}

void awaitGo(int fd) {
  char byte;
  iovec piece{&byte, 1};
  if (preadv2(fd, &piece, 1, -1, 0) != 1) _exit(kExitAtollFailed);
}

void inherit(int fd) {
  int flags = fcntl(fd, F_GETFD);
  if (flags >= 0) fcntl(fd, F_SETFD, flags & ~FD_CLOEXEC);
}

// Puts other files of ours in the place of the standard streams. First out of their way: one may be another one's
// number.
void replaceStandard(const SpawnRequest& request) {
  constexpr size_t kStreams = 3;
  int copies[kStreams];
  size_t count = std::min(request.standard.size(), kStreams);
  for (size_t fd = 0; fd < count; fd++) copies[fd] = fcntl(request.standard[fd], F_DUPFD_CLOEXEC, static_cast<int>(kStreams));
  for (size_t fd = 0; fd < count; fd++) {
    if (copies[fd] >= 0) dup2(copies[fd], static_cast<int>(fd));
  }
}

// Undoes changes of Node to this process that a guest must not inherit.
void restoreProcessState(const SpawnRequest& request, const Prepared& prepared) {
  for (int signal = 1; signal < NSIG; signal++) {
    if (signal != SIGKILL && signal != SIGSTOP) ::signal(signal, SIG_DFL);
  }
  for (int signal : request.ignoredSignals) ::signal(signal, SIG_IGN);
  sigset_t blocked;
  sigemptyset(&blocked);
  for (int signal : request.blockedSignals) sigaddset(&blocked, signal);
  sigprocmask(SIG_SETMASK, &blocked, nullptr);
  replaceStandard(request);
  bool known = !request.descriptors.empty();
  for (int fd = 0; fd < 3; fd++) {
    // Node opens /dev/null where a standard stream was closed.
    bool open = !known || std::find(request.descriptors.begin(), request.descriptors.end(), fd) != request.descriptors.end();
    open ? inherit(fd) : void(close(fd));
  }
  for (int fd : request.descriptors) inherit(fd);
  rlimit current;
  if (prepared.limitFiles && getrlimit(RLIMIT_NOFILE, &current) == 0 && prepared.files.rlim_cur < current.rlim_cur) {
    current.rlim_cur = prepared.files.rlim_cur;
    setrlimit(RLIMIT_NOFILE, &current);
  }
}

// A file without a NUL at its beginning: the test by which shells distinguish a script from a program of a foreign
// format.
bool looksLikeText(const char* path) {
  char start[128];
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? -1 : read(fd, start, sizeof start);
  if (fd >= 0) close(fd);
  return length >= 0 && memchr(start, 0, static_cast<size_t>(length)) == nullptr;
}

// execvp(3)'s rules: a candidate that is missing is passed over, EACCES is remembered, a text without a known format
// is a script for /bin/sh.
int execFirst(const SpawnRequest& request, const Prepared& prepared) {
  int error = ENOENT;
  for (size_t i = 0; i < request.candidates.size(); i++) {
    execve(request.candidates[i].c_str(), prepared.arguments.data(), prepared.environment.data());
    int refused = errno;
    if (refused == ENOEXEC && looksLikeText(request.candidates[i].c_str())) {
      execve("/bin/sh", prepared.scripts[i].data(), prepared.environment.data());
    }
    if (refused == EACCES) {
      error = EACCES;
    } else if (refused != ENOENT && refused != ENOTDIR) {
      return refused;
    }
  }
  return error;
}

[[noreturn]] void runChild(const SpawnRequest& request, const Prepared& prepared) {
  awaitGo(prepared.go);
  restoreProcessState(request, prepared);
  if (!request.directory.empty() && chdir(request.directory.c_str()) != 0) {
    fail(prepared.report, SpawnFailure::directory, errno);
  }
  ListenerKind kind = !request.notify ? ListenerKind::none : request.killable ? ListenerKind::killable : ListenerKind::any;
  int listener = installFilter(request.filter, kind);
  if (listener == -EINVAL && kind == ListenerKind::killable) fail(prepared.report, SpawnFailure::feature, SpawnFailure::killableNotification);
  if (listener < 0) fail(prepared.report, SpawnFailure::filter, -listener);
  send(prepared.report, SpawnFailure::none, listener);
  awaitGo(prepared.go);
  fail(prepared.report, SpawnFailure::exec, execFirst(request, prepared));
}

int takeListener(pid_t child, int number) {
  int process = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (process < 0) return -1;
  int listener = static_cast<int>(syscall(SYS_pidfd_getfd, process, number, 0));
  close(process);
  return listener;
}

// Without SECCOMP_IOCTL_NOTIF_ADDFD (Linux 5.9) the request itself is invalid; with it, the descriptor -1 is.
bool canAddDescriptors(int listener) {
  seccomp_notif_addfd nothing = {};
  nothing.srcfd = static_cast<uint32_t>(-1);
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &nothing) == 0 || errno != EINVAL;
}

// The call itself, or its absence (Linux before 5.6).
bool hasPidfdGetfd() { return syscall(SYS_pidfd_getfd, -1, 0, 0) == 0 || errno != ENOSYS; }

// Leads the waiting child through seize, filter and listener up to its exec.
SpawnFailure bringUp(const SpawnRequest& request, int go, Spawned* spawned) {
  if (ptrace(PTRACE_SEIZE, spawned->pid, nullptr, traceOptions(request) | PTRACE_O_TRACEEXEC) != 0) return {SpawnFailure::seize, errno};
  if (write(go, "g", 1) != 1) return {SpawnFailure::fork, errno};
  Message message = {};
  if (read(spawned->report, &message, sizeof message) != sizeof message) return {SpawnFailure::fork, ECHILD};
  if (message.stage != SpawnFailure::none) return {message.stage, message.value};
  if (request.notify) {
    spawned->listener = takeListener(spawned->pid, message.value);
    if (spawned->listener < 0) return {SpawnFailure::listener, errno};
    if (!canAddDescriptors(spawned->listener)) return {SpawnFailure::feature, SpawnFailure::addDescriptor};
    preferSynchronousWakeUp(spawned->listener);
  }
  if (write(go, "g", 1) != 1) return {SpawnFailure::fork, errno};
  return {};
}

}  // namespace

long traceOptions(const SpawnRequest& request) {
  long options = PTRACE_O_EXITKILL | PTRACE_O_TRACESYSGOOD;
  if (request.follow) options |= PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK;
  if (request.follow && !request.lasting.empty()) options |= PTRACE_O_TRACEEXEC;
  if (!request.notify) options |= PTRACE_O_TRACESECCOMP;
  return options;
}

SpawnFailure spawnGuest(const SpawnRequest& request, Spawned* spawned) {
  int go[2], report[2];
  if (!hasPidfdGetfd()) return {SpawnFailure::feature, SpawnFailure::pidfdGetfd};
  if (pipe2(go, O_CLOEXEC) != 0) return {SpawnFailure::fork, errno};
  if (pipe2(report, O_CLOEXEC) != 0) {
    int error = errno;
    close(go[0]), close(go[1]);
    return {SpawnFailure::fork, error};
  }
  Prepared prepared = prepare(request);
  prepared.go = go[0];
  prepared.report = report[1];
  spawned->pid = fork();
  int forkError = errno;
  if (spawned->pid == 0) {
    close(go[1]);
    runChild(request, prepared);
  }
  close(go[0]);
  close(report[1]);
  spawned->report = report[0];
  SpawnFailure failure = spawned->pid < 0 ? SpawnFailure{SpawnFailure::fork, forkError} : bringUp(request, go[1], spawned);
  close(go[1]);
  if (failure.stage == SpawnFailure::none) return failure;
  close(spawned->report);
  spawned->report = -1;
  if (spawned->listener >= 0) close(std::exchange(spawned->listener, -1));
  if (spawned->pid > 0) {
    kill(spawned->pid, SIGKILL);
    int status;
    while (waitpid(spawned->pid, &status, __WALL) == spawned->pid && !WIFEXITED(status) && !WIFSIGNALED(status)) continue;
  }
  return failure;
}

SpawnFailure readSpawnReport(Spawned* spawned) {
  Message message = {};
  if (spawned->report < 0) return {};
  bool reported = read(spawned->report, &message, sizeof message) == sizeof message;
  close(spawned->report);
  spawned->report = -1;
  return reported ? SpawnFailure{message.stage, message.value} : SpawnFailure{};
}

}  // namespace host
