// Answers as the kernel would answer an inspector (inspection.h) if it were the tracer: attach, registers, wait,
// detach.
#include <elf.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include "guest_memory.h"
#include "tracer.h"

namespace host {
namespace {

// More than any register set of x86 (XSAVE areas with AMX have 11 KiB).
constexpr size_t kMaxRegisterBytes = 16384;
// The status that waitpid(2) reports of a thread that SIGSTOP has stopped.
constexpr int kStoppedBySigstop = (SIGSTOP << 8) | 0x7f;

// struct iovec of the caller: two words of its ABI.
struct GuestVector {
  uint64_t base = 0;
  uint64_t length = 0;
};

size_t wordBytes(Abi abi) { return abi == Abi::x86_64 ? sizeof(uint64_t) : sizeof(uint32_t); }

bool readVector(const Call& call, GuestVector* vector) {
  uint8_t raw[2 * sizeof(uint64_t)];
  size_t word = wordBytes(call.row->abi);
  if (readGuest(call.tid, call.arguments[3], raw, 2 * word) != static_cast<ssize_t>(2 * word)) return false;
  memcpy(&vector->base, raw, word);
  memcpy(&vector->length, raw + word, word);
  return true;
}

bool writeLength(const Call& call, uint64_t length) {
  size_t word = wordBytes(call.row->abi);
  return writeGuest(call.tid, call.arguments[3] + word, &length, word) == static_cast<ssize_t>(word);
}

// PTRACE_GETREGSET of the held thread, into the caller's memory.
int64_t copyRegisters(const Call& call, pid_t target, uint64_t set, uint64_t address, uint64_t* length) {
  std::array<uint8_t, kMaxRegisterBytes> bytes;
  iovec local{bytes.data(), static_cast<size_t>(std::min<uint64_t>(*length, bytes.size()))};
  if (ptrace(static_cast<__ptrace_request>(PTRACE_GETREGSET), target, set, &local) != 0) return -errno;
  *length = local.iov_len;
  return writeGuest(call.tid, address, bytes.data(), local.iov_len) == static_cast<ssize_t>(local.iov_len) ? 0 : -EFAULT;
}

int64_t readRegisters(const Call& call, pid_t target) {
  if (call.arguments[0] == PTRACE_GETREGS) {
    uint64_t length = kMaxRegisterBytes;
    // The set has the layout of the thread's own ABI, as PTRACE_GETREGS has for a caller of that ABI.
    return copyRegisters(call, target, NT_PRSTATUS, call.arguments[3], &length);
  }
  GuestVector vector;
  if (!readVector(call, &vector)) return -EFAULT;
  int64_t result = copyRegisters(call, target, call.arguments[2], vector.base, &vector.length);
  return result == 0 && !writeLength(call, vector.length) ? -EFAULT : result;
}

}  // namespace

void Tracer::applyInspections() {
  for (auto& [call, reply] : inspections_.take()) {
    if (call.row->role == CallRole::wait) {
      awaitInspected(call, reply);
    } else {
      inspect(call, reply);
    }
  }
}

void Tracer::inspect(const Call& call, const InspectionReply& reply) {
  auto target = static_cast<pid_t>(call.arguments[1]);
  if (call.arguments[0] == PTRACE_ATTACH) return attachInspector(call.tid, target, reply);
  auto found = threads_.find(target);
  if (found == threads_.end() || found->second.hold.inspector != call.tid || !found->second.hold.isStopped) return reply({});
  switch (call.arguments[0]) {
    case PTRACE_GETREGS:
    case PTRACE_GETREGSET:
      return reply(readRegisters(call, target));
    case PTRACE_KILL:
      kill(target, SIGKILL);
      [[fallthrough]];
    case PTRACE_DETACH:
      release(target);
      return reply(0);
    default:
      return reply(-EIO);
  }
}

void Tracer::attachInspector(pid_t inspector, pid_t target, const InspectionReply& reply) {
  // Its end has to be seen: then the threads that it has stopped continue, as with the kernel.
  if (!threads_.contains(inspector) && ptrace(PTRACE_SEIZE, inspector, nullptr, traceOptions(config_.spawn)) == 0) threadOf(inspector);
  auto found = threads_.find(target);
  if (found != threads_.end() && found->second.hold.inspector) return reply(-EPERM);
  // One that waits for a decision has stopped already.
  if (found != threads_.end() && found->second.serial) {
    found->second.hold = {.inspector = inspector, .isStopped = true};
    return reply(0);
  }
  if (ptrace(PTRACE_INTERRUPT, target, nullptr, nullptr) != 0) return reply({});
  threadOf(target).hold = {.inspector = inspector, .attached = reply};
}

void Tracer::awaitInspected(const Call& call, const InspectionReply& reply) {
  auto tid = static_cast<pid_t>(call.arguments[0]);
  auto found = threads_.find(tid);
  if (found == threads_.end() || found->second.hold.inspector != call.tid || !found->second.hold.isStopped) return reply({});
  int status = kStoppedBySigstop;
  if (call.arguments[1] && writeGuest(call.tid, call.arguments[1], &status, sizeof status) != sizeof status) return reply(-EFAULT);
  reply(tid);
}

// A stop of a thread that an inspector waits for is handled after the release.
bool Tracer::holds(pid_t tid, int status) {
  ThreadHold& hold = threadOf(tid).hold;
  if (!hold.inspector || hold.isStopped) return false;
  hold.isStopped = true;
  hold.status = status;
  if (auto attached = std::exchange(hold.attached, {})) attached(0);
  return true;
}

void Tracer::release(pid_t tid) {
  ThreadHold hold = std::exchange(threadOf(tid).hold, {});
  if (hold.status) return handle(tid, *hold.status);
  if (hold.decision) apply(tid, *hold.decision);
}

// Of a thread that has ended, both as the one that was held and as the one that held others.
void Tracer::endInspection(pid_t tid) {
  auto found = threads_.find(tid);
  if (found != threads_.end() && found->second.hold.attached) found->second.hold.attached(-ESRCH);
  inspections_.forget(tid);
  std::vector<pid_t> held;
  for (auto& [other, thread] : threads_) {
    if (thread.hold.inspector == tid) held.push_back(other);
  }
  for (pid_t other : held) release(other);
}

}  // namespace host
