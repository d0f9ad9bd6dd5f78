// Registers of a stopped guest thread. user_regs_struct is the 64-bit layout for i386 guests too, because the tracer
// is a 64-bit process.
#include "registers.h"

#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/ptrace.h>

#include <cerrno>
#include <csignal>
#include <cstddef>

#include "guarded_copy.h"

namespace host {
namespace {

// Both `syscall` and `int 0x80` are two bytes long; after sysenter the vDSO returns behind an `int 0x80`.
constexpr uint64_t kSyscallInstruction = 2;
// Size of the kernel's signal set, which PTRACE_GETSIGMASK takes (not glibc's sigset_t).
constexpr long kSignalSetSize = 8;

bool poke(pid_t tid, size_t offset, uint64_t value) {
  return ptrace(PTRACE_POKEUSER, tid, offset, value) == 0;
}

constexpr size_t registerOffset(size_t field) { return offsetof(user, regs) + field; }

unsigned long long& argumentOf(user_regs_struct* r, Abi abi, size_t index) {
  unsigned long long* wide[] = {&r->rdi, &r->rsi, &r->rdx, &r->r10, &r->r8, &r->r9};
  unsigned long long* narrow[] = {&r->rbx, &r->rcx, &r->rdx, &r->rsi, &r->rdi, &r->rbp};
  return *(abi == Abi::i386 ? narrow : wide)[index];
}

size_t firstArgument(Abi abi) {
  return registerOffset(abi == Abi::i386 ? offsetof(user_regs_struct, rbx) : offsetof(user_regs_struct, rdi));
}

size_t secondArgument(Abi abi) {
  return registerOffset(abi == Abi::i386 ? offsetof(user_regs_struct, rcx) : offsetof(user_regs_struct, rsi));
}

}  // namespace

bool skipCall(pid_t tid, int64_t result) {
  return poke(tid, registerOffset(offsetof(user_regs_struct, orig_rax)), static_cast<uint64_t>(-1)) &&
         poke(tid, registerOffset(offsetof(user_regs_struct, rax)), static_cast<uint64_t>(result));
}

bool replaceCall(pid_t tid, Abi abi, uint32_t number, uint64_t first, uint64_t second) {
  return poke(tid, registerOffset(offsetof(user_regs_struct, orig_rax)), number) &&
         poke(tid, firstArgument(abi), first) && poke(tid, secondArgument(abi), second);
}

bool restoreArguments(pid_t tid, Abi abi, uint64_t first, uint64_t second) {
  return poke(tid, firstArgument(abi), first) && poke(tid, secondArgument(abi), second);
}

// 32 bits: the result of a 32-bit call is not always sign-extended.
int callResult(pid_t tid) {
  errno = 0;
  long value = ptrace(PTRACE_PEEKUSER, tid, registerOffset(offsetof(user_regs_struct, rax)), nullptr);
  return errno ? 0 : static_cast<int>(value);
}

bool setCallResult(pid_t tid, int64_t result) {
  return poke(tid, registerOffset(offsetof(user_regs_struct, rax)), static_cast<uint64_t>(result));
}

bool interruptedCall(pid_t tid, seccomp_data* call) {
  __ptrace_syscall_info info;
  user_regs_struct r;
  if (ptrace(static_cast<__ptrace_request>(PTRACE_GET_SYSCALL_INFO), tid, sizeof info, &info) <= 0) return false;
  if (ptrace(PTRACE_GETREGS, tid, nullptr, &r) != 0) return false;
  *call = {static_cast<int>(r.orig_rax), info.arch, r.rip, {r.rdi, r.rsi, r.rdx, r.r10, r.r8, r.r9}};
  if (info.arch != AUDIT_ARCH_I386) return true;
  const unsigned long long arguments[] = {r.rbx, r.rcx, r.rdx, r.rsi, r.rdi, r.rbp};
  for (size_t i = 0; i < 6; i++) call->args[i] = static_cast<uint32_t>(arguments[i]);
  return true;
}

bool leaveGuardedCopy(pid_t tid) {
  siginfo_t information = {};
  user_regs_struct r;
  if (ptrace(PTRACE_GETSIGINFO, tid, nullptr, &information) != 0 || information.si_code <= 0) return false;
  if (ptrace(PTRACE_GETREGS, tid, nullptr, &r) != 0) return false;
  // 32-bit code has the low half of the mark.
  constexpr uint64_t kLowHalf = 0xffffffff;
  if (r.rdx != kGuardedCopyMark && r.rdx != (kGuardedCopyMark & kLowHalf)) return false;
  errno = 0;
  const long code = ptrace(PTRACE_PEEKTEXT, tid, r.rip, nullptr);
  if (errno) return false;
  // rep movsb, rep movsl, rep movsq
  constexpr uint64_t kBytes = 0xa4f3, kWords = 0xa5f3, kLongWords = 0xa548f3;
  const uint64_t two = static_cast<uint64_t>(code) & 0xffff, three = static_cast<uint64_t>(code) & 0xffffff;
  const uint64_t length = two == kBytes || two == kWords ? 2 : three == kLongWords ? 3 : 0;
  if (length == 0) return false;
  return poke(tid, registerOffset(offsetof(user_regs_struct, rip)), r.rip + length);
}

bool InjectedCall::begin(pid_t tid, Abi abi, uint32_t number, std::initializer_list<uint64_t> arguments) {
  if (ptrace(PTRACE_GETREGS, tid, nullptr, &saved_) != 0) return false;
  if (ptrace(PTRACE_GETSIGMASK, tid, kSignalSetSize, &savedMask_) != 0) return false;
  uint64_t everything = ~0ull;
  ptrace(PTRACE_SETSIGMASK, tid, kSignalSetSize, &everything);
  return follow(tid, abi, number, arguments);
}

bool InjectedCall::follow(pid_t tid, Abi abi, uint32_t number, std::initializer_list<uint64_t> arguments) const {
  user_regs_struct changed = saved_;
  changed.rip -= kSyscallInstruction;
  changed.rax = number;
  changed.orig_rax = static_cast<unsigned long long>(-1);
  size_t i = 0;
  for (uint64_t argument : arguments) argumentOf(&changed, abi, i++) = argument;
  return ptrace(PTRACE_SETREGS, tid, nullptr, &changed) == 0;
}

bool InjectedCall::end(pid_t tid, int64_t result) {
  saved_.rax = static_cast<unsigned long long>(result);
  ptrace(PTRACE_SETSIGMASK, tid, kSignalSetSize, &savedMask_);
  return ptrace(PTRACE_SETREGS, tid, nullptr, &saved_) == 0;
}

}  // namespace host
