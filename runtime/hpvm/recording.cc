#include "recording.h"

#include <cstdarg>

#include "failure.h"
#include "fusion.h"
#include "include/hpvm.h"

namespace hpvm {
namespace {

struct RecordedGraph {
  const Function *function;
  Graph graph;
};

thread_local RecordedGraph *open = nullptr;

Graph &current(const char *call) {
  if (!open) fail("%s outside of the function of an internal node", call);
  return open->graph;
}

/** Handles are numbers of children, from 1 on. */
size_t child_of(const void *handle, const char *call) {
  const size_t number = reinterpret_cast<size_t>(handle);
  if (number == 0 || number > current(call).children.size()) fail("%s of a node that %s has not created", call, open->function->name);
  return number - 1;
}

}  // namespace

Graph record(const Function &function, const Values &values) {
  RecordedGraph own{&function, {}};
  const FailureScope ending(false);
  open = &own;
  invoke(function, values);
  open = nullptr;
  return with_fusions(function, std::move(own.graph));
}

std::vector<size_t> order_of(const Graph &graph, const char *name) {
  std::vector<size_t> order;
  std::vector<bool> is_done(graph.children.size());
  while (order.size() < graph.children.size()) {
    const size_t before = order.size();
    for (size_t child = 0; child < graph.children.size(); child++) {
      bool is_ready = !is_done[child];
      for (const Edge &edge : graph.edges) is_ready &= edge.destination != child || is_done[edge.source];
      if (!is_ready) continue;
      is_done[child] = true;
      order.push_back(child);
    }
    if (order.size() == before) fail("the edges in %s make a cycle", name);
  }
  return order;
}

}  // namespace hpvm

using namespace hpvm;

void __hpvm__hint(Target) noexcept {}
void __hpvm__attributes(unsigned, ...) noexcept {}

void *__hpvm__createNodeND(unsigned dimensions, ...) noexcept {
  Graph &graph = current("__hpvm__createNodeND");
  va_list arguments;
  va_start(arguments, dimensions);
  const Function &function = function_at(va_arg(arguments, void *), "__hpvm__createNodeND");
  if (dimensions > 3) fail("%s has %u dimensions, at most 3 are possible", function.name, dimensions);
  Child child{&function, {dimensions, {1, 1, 1}}};
  for (unsigned dimension = 0; dimension < dimensions; dimension++) {
    child.extents.count[dimension] = va_arg(arguments, size_t);
    if (child.extents.count[dimension] == 0) fail("%s has 0 instances in dimension %u", function.name, dimension);
  }
  va_end(arguments);
  graph.children.push_back(child);
  return reinterpret_cast<void *>(graph.children.size());
}

void *__hpvm__edge(void *source, void *destination, unsigned, unsigned output, unsigned input, unsigned) noexcept {
  const char *call = "__hpvm__edge";
  current(call).edges.push_back({child_of(source, call), child_of(destination, call), output, input});
  return nullptr;
}

void __hpvm__bindIn(void *child, unsigned parent_input, unsigned child_input, unsigned) noexcept {
  const char *call = "__hpvm__bindIn";
  current(call).inputs.push_back({child_of(child, call), parent_input, child_input});
}

void __hpvm__bindOut(void *child, unsigned child_output, unsigned parent_output, unsigned) noexcept {
  const char *call = "__hpvm__bindOut";
  current(call).outputs.push_back({child_of(child, call), parent_output, child_output});
}

void __hpvm__fuse(void *node, void *other) noexcept {
  // The table of the program has the fused nodes.
  const char *call = "__hpvm__fuse";
  child_of(node, call);
  child_of(other, call);
}
