// Units that execute leaves: by ATOLL_HPVM_MAP, otherwise by their hints.
#pragma once

#include <string>

#include "functions.h"

namespace hpvm {

struct Unit {
  bool is_gpu;
  /** Number of the GPU. */
  unsigned device;
};

Unit unit_of(const Function &leaf);
/** True if leaves can be executed on several GPUs. */
bool uses_several_devices();
/** `cpu`, `gpu`, `gpu1`. */
std::string unit_name(const Unit &unit);

}  // namespace hpvm
