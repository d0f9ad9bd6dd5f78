#include "kernel_worker.h"

#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <xmmintrin.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "processors.h"

namespace host {
namespace {

// MXCSR: as a thread begins, and denormal operands are zeros (Intel SDM vol. 1, 10.2.3).
constexpr unsigned kDefaultControl = 0x1f80;
constexpr unsigned kDenormalsAreZero = 1u << 6;

// Only a thread's own mistakes are signalled to it: Node's threads handle the others.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (int own : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP}) sigdelset(&blocked, own);
    pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace

// The report of the launch selects one of several faults, but the faulting code stops only when its flag is up.
void KernelWorker::fault(const Imports* imports, int32_t code, int32_t low, int32_t high, int32_t kind) {
  KernelWorker& self = *imports->worker;
  self.report_.faults.push_back({code, low, high, kind});
  const BatchLayout& layout = self.layout_;
  self.word(self.word(layout.turn) * layout.wavefrontStride + layout.flag) = 1;
}

double KernelWorker::fma64(const Imports*, double a, double b, double c) { return std::fma(a, b, c); }

std::shared_ptr<const DelegatedKernel> delegatedKernel(std::shared_ptr<const KernelLibrary> library, uint8_t* memory,
                                                     const std::vector<std::string>& imports) {
  auto kernel = std::make_shared<DelegatedKernel>();
  kernel->groups = reinterpret_cast<DelegatedKernel::Groups>(library->symbol("groups"));
  if (!kernel->groups) return nullptr;
  kernel->library = std::move(library);
  kernel->memory = memory;
  for (size_t place = 0; place < imports.size(); place++) {
    if (imports[place] == "fault") kernel->functions[place] = reinterpret_cast<void*>(KernelWorker::fault);
    if (imports[place] == "fma64") kernel->functions[place] = reinterpret_cast<void*>(KernelWorker::fma64);
  }
  return kernel;
}

KernelWorker::KernelWorker(const BatchLayout& layout, uint32_t* bell) : layout_(layout), bell_(bell) {
  SignalsBlocked blocked;
  thread_ = std::thread(&KernelWorker::serve, this);
}

KernelWorker::~KernelWorker() {
  {
    std::lock_guard guard(mutex_);
    ending_ = true;
    if (isAway()) __atomic_store_n(assignment_.cursor + 1, 1, __ATOMIC_SEQ_CST);
  }
  changed_.notify_all();
  thread_.join();
}

void KernelWorker::begin(Assignment assignment) {
  std::lock_guard guard(mutex_);
  assignment_ = std::move(assignment);
  given_ = sched_getcpu();
  __atomic_store_n(&away_, true, __ATOMIC_RELEASE);
  changed_.notify_all();
}

void KernelWorker::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !isAway(); });
}

void KernelWorker::serve() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return isAway() || ending_; });
    if (!isAway()) return;
    lock.unlock();
    leaveProcessor(given_);
    work();
    lock.lock();
    __atomic_store_n(&away_, false, __ATOMIC_RELEASE);
    changed_.notify_all();
    __atomic_add_fetch(bell_, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, bell_, FUTEX_WAKE, 1, nullptr, nullptr, 0);
  }
}

int32_t& KernelWorker::word(int32_t offset) const {
  return *reinterpret_cast<int32_t*>(assignment_.kernel->memory + static_cast<uint32_t>(assignment_.unit) + offset);
}

// Takes the next work-groups, and returns the number of the first; false when there are none for it.
bool KernelWorker::next(int32_t& number) {
  const Assignment& given = assignment_;
  report_.count = 0;
  report_.resumes = false;
  if (__atomic_load_n(given.cursor + 1, __ATOMIC_SEQ_CST) != 0) return false;
  // As GroupCursor.take (src/emulator/cursor.ts): the counter stays at the total.
  uint32_t first = __atomic_load_n(given.cursor, __ATOMIC_SEQ_CST);
  uint32_t count;
  do {
    if (first >= given.total) return false;
    count = std::min(given.batch, given.total - first);
  } while (!__atomic_compare_exchange_n(given.cursor, &first, first + count, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  report_.first = first;
  report_.count = static_cast<int32_t>(count);
  number = static_cast<int32_t>(given.step < 0 ? given.total - 1 - first : first);
  return true;
}

void KernelWorker::work() {
  const Assignment& given = assignment_;
  const DelegatedKernel& kernel = *given.kernel;
  const Imports imports = {kernel.functions, this};
  _mm_setcsr(kDefaultControl | (given.denormalsAreZero ? kDenormalsAreZero : 0));
  report_ = {.result = layout_.over, .left = given.budget, .first = given.first, .count = given.count, .resumes = given.resumes};
  int32_t number = given.number;
  bool any = given.count > 0 || next(number);
  while (any) {
    report_.result = kernel.groups(kernel.memory, &imports, given.unit, number, given.step, report_.count, report_.left,
                                   report_.resumes);
    report_.left = word(layout_.budget);
    const int32_t started = word(layout_.started);
    const bool over = (report_.result & layout_.statusMask) == layout_.over && started + report_.resumes == report_.count;
    if (!over || report_.left <= 0) return;
    report_.groups += started;
    report_.barriers += word(layout_.barriers);
    any = next(number);
  }
  word(layout_.started) = 0;
  word(layout_.barriers) = 0;
}

}  // namespace host
