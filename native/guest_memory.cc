// Reading and writing the memory of a guest (process_vm_readv(2)), split at page ends: the kernel's partial transfer
// stops at the end of the last whole piece, so a piece must never span into a page that may be unmapped.
#include "guest_memory.h"

#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "arguments.h"
#include "timed_transfer.h"

namespace host {
namespace {

constexpr uint64_t kPage = 4096;
constexpr size_t kPieces = 256;
constexpr size_t kFirstStringPiece = 256;

// The result of `call`, or -errno.
ssize_t transferPieces(Transfer call, pid_t pid, uint8_t* local, size_t length, const iovec* pieces, size_t count) {
  if (areFaultsHeld()) return timedTransfer(call, pid, local, length, pieces, count);
  iovec whole{local, length};
  ssize_t moved = call(pid, &whole, 1, pieces, count, 0);
  return moved < 0 ? -errno : moved;
}

ssize_t transfer(Transfer call, pid_t pid, uint64_t address, uint8_t* local, size_t length) {
  size_t done = 0;
  while (done < length) {
    iovec pieces[kPieces];
    size_t count = 0;
    size_t batch = 0;
    while (count < kPieces && done + batch < length) {
      uint64_t start = address + done + batch;
      size_t size = std::min<size_t>(kPage - (start & (kPage - 1)), length - done - batch);
      pieces[count++] = {reinterpret_cast<void*>(start), size};
      batch += size;
    }
    ssize_t moved = transferPieces(call, pid, local + done, batch, pieces, count);
    if (moved < 0) return done ? static_cast<ssize_t>(done) : moved;
    done += static_cast<size_t>(moved);
    if (static_cast<size_t>(moved) < batch) break;
  }
  return static_cast<ssize_t>(done);
}

}  // namespace

ssize_t readGuest(pid_t pid, uint64_t address, void* into, size_t length) {
  return transfer(process_vm_readv, pid, address, static_cast<uint8_t*>(into), length);
}

ssize_t writeGuest(pid_t pid, uint64_t address, const void* from, size_t length) {
  return transfer(process_vm_writev, pid, address, static_cast<uint8_t*>(const_cast<void*>(from)), length);
}

std::optional<std::string> readGuestString(pid_t pid, uint64_t address, size_t limit) {
  char page[kPage];
  std::string text;
  while (text.size() < limit) {
    size_t wanted = kPage - (address & (kPage - 1));
    if (text.empty()) wanted = std::min(wanted, kFirstStringPiece);
    wanted = std::min(wanted, limit - text.size());
    ssize_t got = readGuest(pid, address, page, wanted);
    if (got <= 0) return std::nullopt;
    if (const void* end = memchr(page, 0, static_cast<size_t>(got))) {
      text.append(page, static_cast<size_t>(static_cast<const char*>(end) - page));
      return text;
    }
    text.append(page, static_cast<size_t>(got));
    address += static_cast<uint64_t>(got);
  }
  return std::nullopt;
}

namespace {

Napi::Value processVmRead(const Napi::CallbackInfo& info) {
  Bytes into = viewArgument(info, 2);
  ssize_t moved = readGuest(intArgument(info, 0), bigintArgument(info, 1), into.data, into.length);
  return Napi::Number::New(info.Env(), static_cast<double>(moved));
}

Napi::Value processVmWrite(const Napi::CallbackInfo& info) {
  Bytes from = viewArgument(info, 2);
  ssize_t moved = writeGuest(intArgument(info, 0), bigintArgument(info, 1), from.data, from.length);
  return Napi::Number::New(info.Env(), static_cast<double>(moved));
}

// The bytes as latin-1, so that a path that is not UTF-8 survives; undefined when there is no such string.
Napi::Value processVmReadString(const Napi::CallbackInfo& info) {
  auto text = readGuestString(intArgument(info, 0), bigintArgument(info, 1), sizeArgument(info, 2));
  if (!text) return info.Env().Undefined();
  napi_value value = nullptr;
  napi_create_string_latin1(info.Env(), text->data(), text->size(), &value);
  return Napi::Value(info.Env(), value);
}

Napi::Value abandonedTransferCount(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), static_cast<double>(abandonedTransfers()));
}

}  // namespace

void registerGuestMemory(Napi::Env env, Napi::Object exports) {
  exports.Set("processVmRead", Napi::Function::New(env, processVmRead));
  exports.Set("processVmWrite", Napi::Function::New(env, processVmWrite));
  exports.Set("processVmReadString", Napi::Function::New(env, processVmReadString));
  exports.Set("abandonedTransfers", Napi::Function::New(env, abandonedTransferCount));
}

}  // namespace host
