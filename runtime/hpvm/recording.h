// The graph of an internal node: its function is called, and what it creates is recorded.
#pragma once

#include <cstddef>
#include <vector>

#include "functions.h"

namespace hpvm {

struct Extents {
  unsigned dimensions;
  size_t count[3];
};

struct Child {
  const Function *function;
  Extents extents;
};

struct Edge {
  size_t source, destination;
  unsigned output, input;
};

struct Binding {
  size_t child;
  unsigned parent_port, child_port;
};

struct Graph {
  std::vector<Child> children;
  std::vector<Edge> edges;
  std::vector<Binding> inputs, outputs;
};

Graph record(const Function &function, const Values &values);
/** Children in an order in which each follows its sources. */
std::vector<size_t> order_of(const Graph &graph, const char *name);

}  // namespace hpvm
