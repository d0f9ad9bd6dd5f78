#include <set>
#include <sstream>

#include "json.h"
#include "measurements.h"

namespace hpvm {
namespace {

void write_node(JsonWriter &json, const MeasuredNode &node) {
  static const char *const kinds[] = {"internal", "leaf", "allocation"};
  const Function &function = *node.function;
  const bool is_leaf = function.kind == ATOLL_HPVM_LEAF;
  json.begin('{').member("name", function.name).member("place", function.place);
  json.key("parent").raw(node.parent == kNone ? "-1" : std::to_string(node.parent));
  json.member("kind", kinds[function.kind]).member("unit", node.unit);
  json.key("units").begin('[');
  if (is_leaf) json.string("cpu");
  // Leaves without vector code are executed as on the CPU.
  if (is_leaf) json.string("vector");
  if (is_leaf && function.kernel) json.string("gpu");
  json.end(']').member("kernel", is_leaf && node.unit.compare(0, 3, "gpu") == 0 && function.kernel ? function.kernel->name : "");
  json.member("executions", node.executions).member("busyNs", node.busy_ns).member("cpuNs", node.cpu_ns);
  json.member("bytesIn", node.bytes_in).member("bytesOut", node.bytes_out);
  json.key("spans").begin('[');
  for (const auto &[start, end, item] : node.spans)
    json.begin('[').number(start).number(end).number(item).end(']');
  json.end(']').end('}');
}

/** Accesses of the graph, and those of the program to the same objects. */
void write_accesses(JsonWriter &json, const Measurements &all, const MeasuredGraph &graph) {
  std::set<size_t> objects;
  for (const Access &access : all.accesses)
    if (access.graph == &graph) objects.insert(access.object);
  json.key("accesses").begin('[');
  for (const Access &access : all.accesses) {
    if (access.graph ? access.graph != &graph : !objects.count(access.object)) continue;
    json.begin('[').raw(access.graph ? std::to_string(access.node) : "-1").number(access.object).number(access.bytes);
    json.string(access.reads ? access.writes ? "rw" : "r" : "w").end(']');
  }
  json.end(']').key("isWhole").raw(all.accesses.size() <= kMaxAccesses ? "true" : "false");
}

/** Pairs of nodes of this graph that the compiler could merge. */
void write_mergeable(JsonWriter &json, const MeasuredGraph &graph) {
  std::set<const Function *> functions{graph.root};
  for (const MeasuredNode &node : graph.nodes) functions.insert(node.function);
  json.key("mergeable").begin('[');
  for (const Function *function : functions) {
    std::istringstream pairs(function->mergeable);
    for (std::string pair; std::getline(pairs, pair, ';');) json.string(pair);
  }
  json.end(']');
}

void write_graph(JsonWriter &json, const Measurements &all, const MeasuredGraph &graph) {
  json.begin('{').member("schema", 1).member("origin", "hpvm");
  json.member("name", graph.root->name).member("place", graph.root->place);
  json.member("process", static_cast<uint64_t>(all.process));
  json.key("isStreaming").raw(graph.is_streaming ? "true" : "false").member("executions", graph.executions);
  json.key("nodes").begin('[');
  for (const MeasuredNode &node : graph.nodes) write_node(json, node);
  json.end(']').key("edges").begin('[');
  for (const auto &[key, transfers] : graph.edges) {
    json.begin('{').member("source", key.source).member("destination", key.destination);
    json.member("kind", key.is_memory ? "memory" : "data");
    json.key("isStreaming").raw(key.is_streaming ? "true" : "false");
    json.member("transfers", transfers.count).member("bytes", transfers.bytes).end('}');
  }
  json.end(']');
  write_accesses(json, all, graph);
  write_mergeable(json, graph);
  json.end('}');
}

}  // namespace

std::string json_text(const Measurements &all) {
  JsonWriter json;
  json.begin('[');
  for (const auto &graph : all.graphs) write_graph(json, all, *graph);
  json.end(']');
  return json.text();
}

}  // namespace hpvm
