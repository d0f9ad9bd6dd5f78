// Kernels by the names that HSAIL has: their symbols in code objects end in `.kd`.
#pragma once
#include "hsa/hsa_types.h"

namespace hsa {

/** Replaces the functions of the table that take or give names of symbols. */
void wrap_symbol_functions(CoreTable* table);

}  // namespace hsa
