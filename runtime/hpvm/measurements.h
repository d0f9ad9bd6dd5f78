// Measurements of a process, by graph, node and edge.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "functions.h"

namespace hpvm {

constexpr size_t kMaxAccesses = 200000;
constexpr size_t kNone = SIZE_MAX;

struct Span {
  uint64_t start, end;
  size_t item;
};

struct MeasuredNode {
  const Function *function;
  size_t parent;
  std::string unit;
  size_t executions = 0;
  uint64_t busy_ns = 0, cpu_ns = 0, bytes_in = 0, bytes_out = 0;
  std::vector<Span> spans;
};

struct EdgeKey {
  size_t source, destination;
  bool is_memory, is_streaming;
  bool operator<(const EdgeKey &other) const {
    return std::tie(source, destination, is_memory, is_streaming) <
           std::tie(other.source, other.destination, other.is_memory, other.is_streaming);
  }
};

struct Transfers {
  uint64_t count = 0, bytes = 0;
};

using Path = std::vector<size_t>;

struct MeasuredGraph {
  const Function *root;
  bool is_streaming;
  size_t executions = 0;
  std::vector<MeasuredNode> nodes;
  std::map<Path, size_t> by_path;
  std::map<EdgeKey, Transfers> edges;
};

/** The node that wrote the memory at an address last. */
struct Writer {
  MeasuredGraph *graph;
  size_t node;
};

/** The use of a tracked object by a node, or by the program (no graph). */
struct Access {
  const MeasuredGraph *graph;
  size_t node, object;
  uint64_t bytes;
  bool reads, writes;
};

struct TrackedObject {
  size_t number;
  uint64_t bytes;
};

struct Measurements {
  std::string folder;
  pid_t process = getpid();
  std::mutex mutex;
  std::vector<std::unique_ptr<MeasuredGraph>> graphs;
  std::map<Value, Writer> writers;
  /** By start. */
  std::map<Value, TrackedObject> objects;
  size_t object_count = 0;
  std::vector<Access> accesses;
};

/** In the form of src/dataflow/measured/measurement.ts. */
std::string json_text(const Measurements &all);

}  // namespace hpvm
