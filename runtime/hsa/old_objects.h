// Code objects of version 1, which today's runtimes refuse without a reason.
#pragma once
#include "hsa/hsa_types.h"

namespace hsa {

/** Replaces the function of the table that loads code objects: its error names the version and the next step. */
void explain_old_objects(CoreTable* table);

}  // namespace hsa
