#include "stale_access.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "failure.h"

namespace hpvm {
namespace {

/** A copy by a thread that waits for the program's own locks would never end. */
constexpr time_t kMaxCopySeconds = 120;
constexpr greg_t kWriteBit = 2;
/** In si_errno, which SIGSEGV leaves 0: the program's handler has passed the signal back. */
constexpr int kChained = 0x41746f6c;

/** A fault, on the stack of its thread. */
struct Fault {
  uintptr_t address;
  bool is_write;
  FaultAnswer answer;
  sem_t answered;
};

int faults[2] = {-1, -1};
FaultAnswer (*copy_back)(uintptr_t, bool) = nullptr;
struct sigaction chained;
std::atomic<bool> is_installed{false};
thread_local bool is_copying = false;
thread_local uintptr_t last_allowed = 0;

/** The faulting thread may hold any lock of the program, so another thread copies. */
void serve() {
  is_copying = true;
  for (Fault *fault; read(faults[0], &fault, sizeof fault) == sizeof fault;) {
    fault->answer = copy_back(fault->address, fault->is_write);
    sem_post(&fault->answered);
  }
}

FaultAnswer ask(uintptr_t address, bool is_write) {
  Fault fault{address, is_write, FaultAnswer::kOther, {}};
  Fault *request = &fault;
  sem_init(&fault.answered, 0, 0);
  if (write(faults[1], &request, sizeof request) != sizeof request) return FaultAnswer::kOther;
  timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += kMaxCopySeconds;
  while (sem_timedwait(&fault.answered, &end) != 0) {
    if (errno == EINTR) continue;
    fail("an access to tracked memory at %p waits for a copy that does not end", reinterpret_cast<void *>(address));
  }
  return fault.answer;
}

using SetAction = int(int, const struct sigaction *, struct sigaction *);

SetAction &system_sigaction() {
  static SetAction *found = reinterpret_cast<SetAction *>(dlsym(RTLD_NEXT, "sigaction"));
  return *found;
}

/** The program's own handler, or the end that the signal has without one. */
void chain(int signal, siginfo_t *info, void *context) {
  const bool has_handler = chained.sa_flags & SA_SIGINFO ||
                           (chained.sa_handler != SIG_DFL && chained.sa_handler != SIG_IGN);
  if (!has_handler || info->si_errno == kChained) {
    struct sigaction none {};
    none.sa_handler = SIG_DFL;
    system_sigaction()(signal, &none, nullptr);
    return;
  }
  info->si_errno = kChained;
  if (chained.sa_flags & SA_SIGINFO) {
    chained.sa_sigaction(signal, info, context);
  } else {
    chained.sa_handler(signal);
  }
}

void on_fault(int signal, siginfo_t *info, void *context) {
  const int kept = errno;
  const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  const auto &registers = static_cast<ucontext_t *>(context)->uc_mcontext.gregs;
  const bool is_protection = info->si_code == SEGV_ACCERR && info->si_errno != kChained && !is_copying;
  const FaultAnswer answer =
      is_protection ? ask(address, registers[REG_ERR] & kWriteBit) : FaultAnswer::kOther;
  // Another thread may have had the same fault; a second one at the same address has another cause.
  const bool is_repeated = answer == FaultAnswer::kAllowed && last_allowed == address;
  last_allowed = answer == FaultAnswer::kAllowed ? address : 0;
  if (answer == FaultAnswer::kOther || is_repeated) chain(signal, info, context);
  errno = kept;
}

void install() {
  struct sigaction own {};
  own.sa_sigaction = on_fault;
  // The program's handler may leave by a jump, after which the signal must not stay blocked.
  own.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&own.sa_mask);
  system_sigaction()(SIGSEGV, &own, &chained);
}

bool is_private_data(uintptr_t start, uintptr_t end) {
  FILE *maps = fopen("/proc/self/maps", "re");
  if (!maps) return false;
  char line[512];
  bool is_whole = false;
  while (start < end && fgets(line, sizeof line, maps)) {
    unsigned long from, to;
    char rights[5];
    if (sscanf(line, "%lx-%lx %4s", &from, &to, rights) != 3 || to <= start) continue;
    if (from > start || strcmp(rights, "rw-p") != 0) break;
    start = to;
    is_whole = start >= end;
  }
  fclose(maps);
  return is_whole;
}

}  // namespace

StalePolicy stale_policy() {
  static const StalePolicy policy = [] {
    const char *text = getenv("ATOLL_HPVM_STALE");
    if (!text || !*text || strcmp(text, "copy") == 0) return StalePolicy::kCopy;
    if (strcmp(text, "stop") == 0) return StalePolicy::kStop;
    if (strcmp(text, "off") == 0) return StalePolicy::kOff;
    fail("ATOLL_HPVM_STALE: '%s' is not copy, stop or off", text);
  }();
  return policy;
}

PageRange protectable_pages(const void *start, size_t bytes) {
  if (stale_policy() == StalePolicy::kOff) return {};
  const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const uintptr_t first = (reinterpret_cast<uintptr_t>(start) + page - 1) & ~(page - 1);
  const uintptr_t end = (reinterpret_cast<uintptr_t>(start) + bytes) & ~(page - 1);
  if (end <= first || !is_private_data(first, end)) return {};
  return {first, end - first};
}

void protect(const PageRange &pages, FaultAnswer (*copy)(uintptr_t address, bool is_write)) {
  if (pages.bytes == 0) return;
  if (!is_installed.exchange(true)) {
    copy_back = copy;
    if (pipe2(faults, O_CLOEXEC) != 0) fail("no pipe for faults: %s", strerror(errno));
    std::thread(serve).detach();
    install();
  }
  // Without the rights, memory stays as it was, and stale accesses are not found.
  mprotect(reinterpret_cast<void *>(pages.start), pages.bytes, PROT_NONE);
}

void unprotect(const PageRange &pages) {
  if (pages.bytes > 0) mprotect(reinterpret_cast<void *>(pages.start), pages.bytes, PROT_READ | PROT_WRITE);
}

}  // namespace hpvm

// These take the place of the C library's: a handler that the program sets later stays behind the tracker's.
extern "C" int sigaction(int signal, const struct sigaction *action, struct sigaction *old) noexcept {
  using namespace hpvm;
  if (signal != SIGSEGV || !is_installed) return system_sigaction()(signal, action, old);
  const struct sigaction before = chained;
  if (action) chained = *action;
  if (old) *old = before;
  return 0;
}

extern "C" sighandler_t signal(int signal, sighandler_t handler) noexcept {
  struct sigaction action {}, old;
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return sigaction(signal, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}
