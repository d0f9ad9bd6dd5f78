// hsa_ext_program_*: programs of BRIG modules, which the simulator finalizes.
#pragma once
#include "hsa/hsa_types.h"

namespace hsa {

/** Fills the runtime's table of the finalizer extension. */
void fill_finalizer_table(FinalizerTable* table);

}  // namespace hsa
