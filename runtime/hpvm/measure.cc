#include "measure.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "failure.h"
#include "measurements.h"

namespace hpvm {
namespace {

/** Executions of a node whose times are kept. */
constexpr size_t kMaxSpans = 10000;

/** The graph and node that a thread executes. */
struct Position {
  MeasuredGraph *graph = nullptr;
  size_t item = 0;
  Path path;
};
thread_local Position position;

void write_measurements();

Measurements *open_measurements() {
  const char *folder = getenv("ATOLL_GRAPHS");
  if (!folder || !*folder) return nullptr;
  auto *all = new Measurements;
  all->folder = folder;
  atexit(write_measurements);
  at_failure(write_measurements);
  return all;
}

Measurements *measurements() {
  static Measurements *all = open_measurements();
  return all;
}

uint64_t now(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

MeasuredGraph &graph_of(Measurements &all, const Function &root, bool is_streaming) {
  for (auto &graph : all.graphs)
    if (graph->root == &root && graph->is_streaming == is_streaming) return *graph;
  all.graphs.push_back(std::make_unique<MeasuredGraph>());
  all.graphs.back()->root = &root;
  all.graphs.back()->is_streaming = is_streaming;
  return *all.graphs.back();
}

/** The index of a node, whose parents have one. */
size_t node_at(MeasuredGraph &graph, const Path &path, const Function &function) {
  auto found = graph.by_path.find(path);
  if (found != graph.by_path.end()) return found->second;
  const Path above(path.begin(), path.end() - 1);
  const size_t index = graph.nodes.size();
  graph.nodes.push_back({&function, above.empty() ? kNone : graph.by_path.at(above), "", 0, 0, 0, 0, 0, {}});
  return graph.by_path[path] = index;
}

/** Bytes of the memory of an input: a size follows a pointer. */
uint64_t memory_bytes(const Function &leaf, const Values &values, unsigned input) {
  const bool has_size = input + 1 < leaf.input_count && leaf.inputs[input + 1].type == 'l';
  return values[input] && has_size ? values[input + 1] : 0;
}

const TrackedObject *object_at(const Measurements &all, Value address) {
  auto next = all.objects.upper_bound(address);
  if (next == all.objects.begin()) return nullptr;
  const auto &[start, object] = *std::prev(next);
  return address - start < object.bytes ? &object : nullptr;
}

void add_access(Measurements &all, const Access &access) {
  if (all.accesses.size() <= kMaxAccesses) all.accesses.push_back(access);
}

void measure_program_access(const void *start, bool writes) {
  Measurements *all = measurements();
  if (!all) return;
  std::lock_guard<std::mutex> lock(all->mutex);
  if (const TrackedObject *object = object_at(*all, reinterpret_cast<Value>(start)))
    add_access(*all, {nullptr, kNone, object->number, object->bytes, !writes, writes});
}

void measure_memory(Measurements &all, MeasuredGraph &graph, size_t node, const Function &leaf, const Values &values) {
  for (unsigned input = 0; input < leaf.input_count; input++) {
    const auto &[type, reads, writes] = leaf.inputs[input];
    if (type != 'p' || (leaf.kernel && leaf.kernel->input_memories[input] == 'l')) continue;
    if (const TrackedObject *object = object_at(all, values[input]))
      add_access(all, {&graph, node, object->number, object->bytes, bool(reads), bool(writes)});
    const uint64_t bytes = memory_bytes(leaf, values, input);
    auto writer = all.writers.find(values[input]);
    const bool is_inner = writer != all.writers.end() && writer->second.graph == &graph;
    if (reads && is_inner && writer->second.node != node) {
      Transfers &transfers = graph.edges[{writer->second.node, node, true, false}];
      transfers.count++;
      transfers.bytes += bytes;
    } else if (reads && !is_inner) {
      graph.nodes[node].bytes_in += bytes;
    }
    if (!writes) continue;
    graph.nodes[node].bytes_out += bytes;
    all.writers[values[input]] = {&graph, node};
  }
}

void write_measurements() {
  Measurements &all = *measurements();
  // Children of a fork have the numbers of their parent.
  if (all.process != getpid() || !all.mutex.try_lock()) return;
  const std::string json = json_text(all);
  all.mutex.unlock();
  const std::string name = all.folder + "/" + std::to_string(all.process) + "-hpvm";
  FILE *file = fopen((name + ".part").c_str(), "w");
  const bool is_written = file && fputs(json.c_str(), file) >= 0;
  if ((file && fclose(file) != 0) || !is_written || rename((name + ".part").c_str(), (name + ".json").c_str()) != 0)
    print_error("measurements of graphs cannot be written to " + all.folder);
}

}  // namespace

bool is_measured() { return measurements() != nullptr; }

size_t begin_execution(const Function &root, bool is_streaming) {
  Measurements *all = measurements();
  if (!all) return 0;
  std::lock_guard<std::mutex> lock(all->mutex);
  return graph_of(*all, root, is_streaming).executions++;
}

GraphScope::GraphScope(const Function &root, bool is_streaming, size_t item) {
  Measurements *all = measurements();
  if (!all) return;
  std::lock_guard<std::mutex> lock(all->mutex);
  position = {&graph_of(*all, root, is_streaming), item, {}};
}

GraphScope::~GraphScope() { position = {}; }

NodeScope::NodeScope(const Graph &graph, size_t child) {
  position.path.push_back(child);
  if (!position.graph) return;
  std::lock_guard<std::mutex> lock(measurements()->mutex);
  const size_t node = node_at(*position.graph, position.path, *graph.children[child].function);
  if (graph.children[child].function->kind != ATOLL_HPVM_LEAF) position.graph->nodes[node].executions++;
}

NodeScope::~NodeScope() { position.path.pop_back(); }

void measure_edge(const Edge &edge, size_t bytes) {
  if (!position.graph) return;
  std::lock_guard<std::mutex> lock(measurements()->mutex);
  MeasuredGraph &graph = *position.graph;
  Path path = position.path;
  path.back() = edge.source;
  const auto source = graph.by_path.find(path);
  if (source == graph.by_path.end()) return;
  path.back() = edge.destination;
  Transfers &transfers = graph.edges[{source->second, graph.by_path.at(path), false, graph.is_streaming}];
  transfers.count++;
  transfers.bytes += bytes;
}

void measure_tracked(const void *start, size_t bytes) {
  if (Measurements *all = measurements()) {
    std::lock_guard<std::mutex> lock(all->mutex);
    all->objects[reinterpret_cast<Value>(start)] = {all->object_count++, bytes};
  }
  measure_program_access(start, true);
}

void measure_requested(const void *start) { measure_program_access(start, false); }

void measure_untracked(const void *start) {
  measure_program_access(start, false);
  Measurements *all = measurements();
  if (!all) return;
  std::lock_guard<std::mutex> lock(all->mutex);
  const auto object = all->objects.find(reinterpret_cast<Value>(start));
  if (object == all->objects.end()) return;
  const Value end = object->first + object->second.bytes;
  // Other memory may have these addresses later.
  all->writers.erase(all->writers.lower_bound(object->first), all->writers.lower_bound(end));
  all->objects.erase(object);
}

LeafClock::LeafClock(const Function &leaf, const Values &values, const std::string &unit)
    : leaf_(leaf),
      values_(values),
      unit_(unit),
      start_(position.graph ? now(CLOCK_MONOTONIC) : 0),
      cpu_start_(position.graph ? now(CLOCK_THREAD_CPUTIME_ID) : 0) {}

void LeafClock::set_device_times(uint64_t start, uint64_t end) {
  start_ = start;
  end_ = end;
}

void LeafClock::stop() {
  if (!position.graph) return;
  const uint64_t cpu = now(CLOCK_THREAD_CPUTIME_ID) - cpu_start_;
  if (end_ == 0) end_ = now(CLOCK_MONOTONIC);
  Measurements &all = *measurements();
  std::lock_guard<std::mutex> lock(all.mutex);
  const size_t index = position.graph->by_path.at(position.path);
  MeasuredNode &node = position.graph->nodes[index];
  node.unit = unit_;
  node.executions++;
  node.busy_ns += end_ - start_;
  if (unit_.compare(0, 3, "gpu") != 0) node.cpu_ns += cpu;
  if (node.spans.size() < kMaxSpans) node.spans.push_back({start_, end_, position.item});
  measure_memory(all, *position.graph, index, leaf_, values_);
}

}  // namespace hpvm
