// Units that execute leaves: by ATOLL_HPVM_MAP, otherwise by their hints.
#pragma once

#include <string>

#include "functions.h"

namespace hpvm {

struct Unit {
  /** As a hint: c CPU, v vector code on the CPU, g GPU. */
  char target;
  /** Number of the GPU. */
  unsigned device;
  bool is_gpu() const { return target == 'g'; }
};

Unit unit_of(const Function &leaf);
/** True if leaves can be executed on several GPUs. */
bool uses_several_devices();
/** `cpu`, `vector`, `gpu`, `gpu1`. */
std::string unit_name(const Unit &unit);

}  // namespace hpvm
