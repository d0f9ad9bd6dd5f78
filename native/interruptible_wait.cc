// waitpid that other threads can interrupt. A signal that arrives just before the call blocks must not be lost, and
// waitpid has no signal mask argument: so the handler jumps out (siglongjmp). WNOWAIT leaves the event in place, so
// nothing is lost by jumping.
#include "interruptible_wait.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <mutex>

#include "open_files.h"

namespace host {
namespace {

// The target of the handler's jump; null while it must not jump. The model matters: other thread-local variables of a
// loaded library are allocated at their first use in a thread, and that may be this handler, in the middle of a malloc.
__attribute__((tls_model("initial-exec"))) thread_local sigjmp_buf* volatile jumpTarget = nullptr;

void onInterrupt(int) {
  if (sigjmp_buf* target = jumpTarget) siglongjmp(*target, 1);
}

// No SA_RESTART: lock waits must return. No SA_NODEFER: real-time signals are queued, and those that came while a
// thread did not run would be handled one inside of the other, until its stack is used up.
void installHandler() {
  struct sigaction action = {};
  action.sa_handler = onInterrupt;
  sigaction(interruptSignal(), &action, nullptr);
}

// The jump leaves the handler with the signal still blocked.
void unblockInterrupt() {
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, interruptSignal());
  pthread_sigmask(SIG_UNBLOCK, &interrupt, nullptr);
}

}  // namespace

int interruptSignal() { return SIGRTMIN + 3; }

void InterruptibleWait::attach() {
  static std::once_flag once;
  std::call_once(once, installHandler);
  thread_ = static_cast<pid_t>(syscall(SYS_gettid));
  // Everything else belongs to other threads of the process; ours must only ever see the interrupt.
  sigset_t mask;
  sigfillset(&mask);
  sigdelset(&mask, interruptSignal());
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
}

// No object with a destructor may live in this frame: siglongjmp skips it.
pid_t InterruptibleWait::next(int* status) {
  // __WNOTHREAD: the children of other threads (child_process, other guests) are not ours to collect.
  constexpr int scope = __WALL | __WNOTHREAD;
  sigjmp_buf here;
  for (;;) {
    if (sigsetjmp(here, 0) == 0) {
      jumpTarget = &here;
      blocked_.store(true);
      siginfo_t information;
      if (!pending_.load()) waitid(P_ALL, 0, &information, WEXITED | WSTOPPED | WNOWAIT | scope);
      jumpTarget = nullptr;
    } else {
      jumpTarget = nullptr;
      unblockInterrupt();
    }
    blocked_.store(false);
    if (pending_.exchange(false)) return 0;
    pid_t child = waitpid(-1, status, scope | WNOHANG);
    if (child > 0 || (child < 0 && errno != EINTR)) return child;
  }
}

void InterruptibleWait::interrupt() {
  // An interrupt that has not been taken yet has sent the signal, or found the thread awake.
  if (pending_.exchange(true)) return;
  if (blocked_.load()) syscall(SYS_tgkill, getpid(), thread_, interruptSignal());
}

}  // namespace host
