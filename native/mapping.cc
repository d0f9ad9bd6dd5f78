// Memory mappings inside a view of JavaScript memory: lay a memfd over it, protect pages, give pages back.
// V8 reserves the address range of a WebAssembly.Memory once and never moves it, so MAP_FIXED inside is safe.
#include "mapping.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "arguments.h"

namespace host {
namespace {

// The page-aligned range that the arguments (view, byteOffset, length at `lengthIndex`) name.
Bytes pagesArgument(const Napi::CallbackInfo& info, size_t lengthIndex, const char* operation) {
  Bytes range = rangeArgument(info, 0, sizeArgument(info, 1), sizeArgument(info, lengthIndex));
  const size_t mask = static_cast<size_t>(sysconf(_SC_PAGESIZE)) - 1;
  bool aligned = (reinterpret_cast<uintptr_t>(range.data) & mask) == 0 && (range.length & mask) == 0;
  if (!aligned || range.length == 0) throwErrno(info.Env(), operation, EINVAL);
  return range;
}

Napi::Value mapFixed(const Napi::CallbackInfo& info) {
  Bytes range = pagesArgument(info, 4, "mapFixed");
  int fd = intArgument(info, 2);
  off_t offset = static_cast<off_t>(sizeArgument(info, 3));
  int protection = intArgument(info, 5);
  if (protection & ~(PROT_READ | PROT_WRITE)) throwErrno(info.Env(), "mapFixed", EINVAL);
  void* mapped = mmap(range.data, range.length, protection, MAP_SHARED | MAP_FIXED, fd, offset);
  if (mapped == MAP_FAILED) throwErrno(info.Env(), "mapFixed", errno);
  return info.Env().Undefined();
}

Napi::Value protect(const Napi::CallbackInfo& info) {
  Bytes range = pagesArgument(info, 2, "protect");
  int protection = intArgument(info, 3);
  if (protection & ~(PROT_READ | PROT_WRITE)) throwErrno(info.Env(), "protect", EINVAL);
  if (mprotect(range.data, range.length, protection) != 0) throwErrno(info.Env(), "protect", errno);
  return info.Env().Undefined();
}

// The pages stay accessible: other threads that still hold the memory may look at them as long as they do.
Napi::Value unmapToZero(const Napi::CallbackInfo& info) {
  Bytes range = pagesArgument(info, 2, "unmapToZero");
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  if (mmap(range.data, range.length, PROT_READ | PROT_WRITE, flags, -1, 0) == MAP_FAILED) {
    throwErrno(info.Env(), "unmapToZero", errno);
  }
  return info.Env().Undefined();
}

// MADV_REMOVE frees pages of a shared file mapping; anonymous memory refuses it and takes MADV_DONTNEED.
Napi::Value discard(const Napi::CallbackInfo& info) {
  Bytes range = pagesArgument(info, 2, "discard");
  if (madvise(range.data, range.length, MADV_REMOVE) == 0) return info.Env().Undefined();
  if (errno != EINVAL && errno != EACCES) throwErrno(info.Env(), "discard", errno);
  if (madvise(range.data, range.length, MADV_DONTNEED) != 0) throwErrno(info.Env(), "discard", errno);
  return info.Env().Undefined();
}

Napi::Value misalignment(const Napi::CallbackInfo& info) {
  const uint64_t alignment = sizeArgument(info, 2);
  if (alignment == 0 || (alignment & (alignment - 1)) != 0) throwErrno(info.Env(), "misalignment", EINVAL);
  const Bytes from = rangeArgument(info, 0, sizeArgument(info, 1), 1);
  return Napi::Number::New(info.Env(), static_cast<double>(reinterpret_cast<uintptr_t>(from.data) & (alignment - 1)));
}

// MADV_POPULATE_WRITE (Linux 5.14): pages as if each had been written to. False where the kernel does not support it or
// has no memory: a later access then fails.
bool populatePages(uint8_t* begin, size_t length) {
  constexpr int kPopulateWrite = 23;
  return madvise(begin, length, kPopulateWrite) == 0;
}

Napi::Value populate(const Napi::CallbackInfo& info) {
  const Bytes range = pagesArgument(info, 2, "populate");
  return Napi::Boolean::New(info.Env(), populatePages(range.data, range.length));
}

// MADV_COLLAPSE (Linux 6.1) puts a huge page in the place of pages of which at least one is there. That costs a tenth
// of so many single pages, in this process and in every other that maps them.
Napi::Value populateHuge(const Napi::CallbackInfo& info) {
  constexpr int kCollapse = 25;
  const size_t huge = sizeArgument(info, 3), page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const Bytes range = pagesArgument(info, 2, "populateHuge");
  if (huge < page || (huge & (huge - 1)) != 0) throwErrno(info.Env(), "populateHuge", EINVAL);
  const size_t before = -reinterpret_cast<uintptr_t>(range.data) & (huge - 1);
  const size_t length = before < range.length ? (range.length - before) & ~(huge - 1) : 0;
  uint8_t* begin = range.data + before;
  for (size_t at = 0; at < length; at += huge) {
    if (!populatePages(begin + at, page)) return Napi::Number::New(info.Env(), 0);
  }
  const bool done = length > 0 && madvise(begin, length, kCollapse) == 0;
  return Napi::Number::New(info.Env(), done ? static_cast<double>(length) : 0);
}

Napi::Value punchHole(const Napi::CallbackInfo& info) {
  off_t offset = static_cast<off_t>(sizeArgument(info, 1));
  off_t length = static_cast<off_t>(sizeArgument(info, 2));
  if (fallocate(intArgument(info, 0), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, length) != 0) {
    throwErrno(info.Env(), "punchHole", errno);
  }
  return info.Env().Undefined();
}

}  // namespace

void registerMapping(Napi::Env env, Napi::Object exports) {
  exports.Set("mapFixed", Napi::Function::New(env, mapFixed));
  exports.Set("protect", Napi::Function::New(env, protect));
  exports.Set("unmapToZero", Napi::Function::New(env, unmapToZero));
  exports.Set("misalignment", Napi::Function::New(env, misalignment));
  exports.Set("populate", Napi::Function::New(env, populate));
  exports.Set("populateHuge", Napi::Function::New(env, populateHuge));
  exports.Set("discard", Napi::Function::New(env, discard));
  exports.Set("punchHole", Napi::Function::New(env, punchHole));
}

}  // namespace host
