// Merged children: fused nodes replace them in recorded graphs.
#pragma once

#include "recording.h"

namespace hpvm {

/** The graph of an internal node with its fused nodes. */
Graph with_fusions(const Function &function, Graph graph);

}  // namespace hpvm
