// A fault in one of the instructions below makes the tracer continue behind it (native/guarded_copy.h). Without a
// tracer the kernel copies.
#include "core/guarded_copy.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "core/failure.h"
#include "core/session.h"
#include "../native/guarded_copy.h"

namespace runtime {
namespace {

bool is_traced() {
  const Session* open = session();
  return open && !open->devices.empty() && (open->devices[0].flags & abi::DeviceFlag_TRACED);
}

/** Copies forward. @return bytes that are left */
size_t copy_traced(void* to, const void* from, size_t size) {
  size_t words = size / sizeof(size_t), rest = size % sizeof(size_t);
  const size_t mark = static_cast<size_t>(kGuardedCopyMark);
#if defined(__x86_64__)
  asm volatile("rep movsq" : "+D"(to), "+S"(from), "+c"(words) : "d"(mark) : "memory");
#else
  asm volatile("rep movsl" : "+D"(to), "+S"(from), "+c"(words) : "d"(mark) : "memory");
#endif
  if (words != 0) return words * sizeof(size_t) + rest;
  asm volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(rest) : "d"(mark) : "memory");
  return rest;
}

/** The kernel takes at most so many bytes at a time. */
constexpr size_t kPiece = size_t{1} << 30;

bool copy_by_kernel(void* to, const void* from, size_t size) {
  unsigned char* target = static_cast<unsigned char*>(to);
  unsigned char* source = static_cast<unsigned char*>(const_cast<void*>(from));
  while (size > 0) {
    iovec here = {source, std::min(size, kPiece)}, there = {target, std::min(size, kPiece)};
    ssize_t moved = process_vm_writev(getpid(), &here, 1, &there, 1, 0);
    if (moved <= 0) {
      if (moved == 0 || errno == EFAULT) return false;
      // A filter of the program forbids it.
      memcpy(target, source, size);
      return true;
    }
    source += moved;
    target += moved;
    size -= static_cast<size_t>(moved);
  }
  return true;
}

}  // namespace

bool guarded_copy(void* to, const void* from, size_t size) {
  return is_traced() ? copy_traced(to, from, size) == 0 : copy_by_kernel(to, from, size);
}

void checked_copy(void* to, const void* from, size_t size) {
  if (!guarded_copy(to, from, size)) fail_inaccessible();
}

void fail_inaccessible() {
  static std::atomic<bool> said{false};
  if (!said.exchange(true))
    fprintf(stderr, "atoll: a command uses memory of the program that is not there any more; it ends with CL_OUT_OF_RESOURCES\n");
  fail(CL_OUT_OF_RESOURCES);
}

}  // namespace runtime
