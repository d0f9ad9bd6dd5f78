// Execution of graphs: children in order, leaves on the CPU or on the device.
#pragma once

#include "functions.h"
#include "instances.h"

namespace hpvm {

/** Values of a node's outputs, with their types. */
struct Outputs {
  Values values;
  std::vector<char> types;
};

Outputs run_graph(const Function &function, const Values &values, Levels &levels);

/** A graph whose children are executed one by one: an item of a stream. */
struct OpenGraph {
  /** Among the items of its stream. */
  size_t number;
  Graph graph;
  Values values;
  /** Of each child that has been executed. */
  std::vector<Outputs> outputs;
  Allocations allocations;
};

/** Executes a child whose sources have been executed. */
void run_child(OpenGraph &open, size_t child, Levels &levels);
Outputs outputs_of(const Graph &graph, const std::vector<Outputs> &children);

}  // namespace hpvm
