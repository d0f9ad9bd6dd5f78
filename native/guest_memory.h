// Reading and writing the memory of a guest, page by page, without ever failing on our side.
#pragma once
#include <napi.h>
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace host {

// Bytes transferred before the first unmapped page, or -errno when there was none (process_vm_readv(2)).
ssize_t readGuest(pid_t pid, uint64_t address, void* into, size_t length);
ssize_t writeGuest(pid_t pid, uint64_t address, const void* from, size_t length);

// A NUL-terminated string of at most `limit` bytes; nothing when it is unmapped or longer.
std::optional<std::string> readGuestString(pid_t pid, uint64_t address, size_t limit);

void registerGuestMemory(Napi::Env env, Napi::Object exports);

}  // namespace host
