// Functions of JavaScript that machine code of a kernel calls.
#pragma once
#include <napi.h>

#include <array>
#include <cstddef>

namespace host {

inline constexpr size_t kMostImports = 8;

// The view of compiled code: pointers to functions that get the table itself first. Calls back must not throw: there is
// no way to unwind compiled code, so an exception stays pending until it returns to JavaScript.
struct KernelImports {
  std::array<void*, kMostImports> functions{};
  napi_env env = nullptr;
  std::array<napi_ref, kMostImports> targets{};

  KernelImports() = default;
  KernelImports(const KernelImports&) = delete;
  KernelImports& operator=(const KernelImports&) = delete;
  ~KernelImports();

  // The number that a function gives; 0 for values that are not numbers.
  double call(size_t which, const double* numbers, size_t count) const;
};

}  // namespace host
