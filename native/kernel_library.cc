#include "kernel_library.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <string>

namespace host {

KernelLibrary::~KernelLibrary() {
  if (handle_) dlclose(handle_);
  if (file_ >= 0) close(file_);
}

bool KernelLibrary::load(Bytes bytes) {
  file_ = memfd_create("atoll-kernel", MFD_CLOEXEC);
  for (size_t done = 0; file_ >= 0 && done < bytes.length;) {
    ssize_t written = write(file_, bytes.data + done, bytes.length - done);
    if (written <= 0) return false;
    done += static_cast<size_t>(written);
  }
  if (file_ >= 0) handle_ = dlopen(("/proc/self/fd/" + std::to_string(file_)).c_str(), RTLD_NOW | RTLD_LOCAL);
  return handle_ != nullptr;
}

void* KernelLibrary::symbol(const char* name) const { return dlsym(handle_, name); }

bool KernelLibrary::wasRefused() {
  const char* reason = dlerror();
  return !reason || strstr(reason, "not permitted") || strstr(reason, "denied") || strstr(reason, "annot allocate");
}

}  // namespace host
