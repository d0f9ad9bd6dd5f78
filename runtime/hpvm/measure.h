// Measurements of graphs: executions of nodes, and bytes between them. They are written at the end of the program to
// the folder that the environment variable ATOLL_GRAPHS names (src/dataflow/measured has the format).
#pragma once

#include <string>

#include "recording.h"

namespace hpvm {

bool is_measured();

/** One execution of a graph, or one item of a stream, on this thread. */
class GraphScope {
 public:
  GraphScope(const Function &root, bool is_streaming, size_t item);
  GraphScope(const GraphScope &) = delete;
  GraphScope &operator=(const GraphScope &) = delete;
  ~GraphScope();
};

/** Counts an execution. @returns its number from 0 */
size_t begin_execution(const Function &root, bool is_streaming);

/** A child of the node that this thread executes; the root's children are outermost. */
class NodeScope {
 public:
  NodeScope(const Graph &graph, size_t child);
  NodeScope(const NodeScope &) = delete;
  NodeScope &operator=(const NodeScope &) = delete;
  ~NodeScope();
};

/** Values of an edge between two children of the node that this thread executes. */
void measure_edge(const Edge &edge, size_t bytes);

/** Memory of the program: tracked, which the program has written, requested, or no longer tracked. */
void measure_tracked(const void *start, size_t bytes);
void measure_requested(const void *start);
void measure_untracked(const void *start);

/** The execution of the leaf in whose scope this thread is. */
class LeafClock {
 public:
  LeafClock(const Function &leaf, const Values &values, const std::string &unit);
  /** Times of a device replace those of the host. */
  void set_device_times(uint64_t start, uint64_t end);
  void stop();

 private:
  const Function &leaf_;
  const Values &values_;
  const std::string unit_;
  uint64_t start_, end_ = 0, cpu_start_;
};

}  // namespace hpvm
