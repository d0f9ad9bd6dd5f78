// A shared library with machine code of a kernel, whose bytes we have.
#pragma once
#include "arguments.h"

namespace host {

// It is loaded from a file in memory, which stays open: the loader takes two libraries of one name for the same.
class KernelLibrary {
 public:
  KernelLibrary() = default;
  KernelLibrary(const KernelLibrary&) = delete;
  KernelLibrary& operator=(const KernelLibrary&) = delete;
  ~KernelLibrary();

  bool load(Bytes bytes);

  // Null when there is none.
  void* symbol(const char* name) const;

  // After a failed load: whether the system has refused what any other library would need as well (memory that can be
  // executed, of a file without a name), and not this one.
  static bool wasRefused();

 private:
  int file_ = -1;
  void* handle_ = nullptr;
};

}  // namespace host
