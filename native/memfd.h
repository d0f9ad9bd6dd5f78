// Anonymous memory files (memfd_create(2)), sealed so that a guest cannot resize them under us.
#pragma once
#include <napi.h>

#include <cstdint>

namespace host {

// Sets the size for good: ftruncate, then F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL. A shrunk file would turn our
// next access into SIGBUS. Returns 0 or an errno.
int resizeAndSeal(int fd, uint64_t size);

void registerMemfd(Napi::Env env, Napi::Object exports);

}  // namespace host
