// Execution of graphs: children in order, leaves on the CPU or on the device.
#pragma once

#include "functions.h"
#include "instances.h"

namespace hpvm {

/** @returns the values of the node's outputs, with their types */
struct Outputs {
  Values values;
  std::vector<char> types;
};

Outputs run_graph(const Function &function, const Values &values, Levels &levels);

}  // namespace hpvm
