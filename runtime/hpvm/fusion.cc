#include "fusion.h"

#include <algorithm>

#include "failure.h"

namespace hpvm {
namespace {

constexpr size_t kNone = SIZE_MAX;

/** The fused node that replaces a child; without a fusion it is the child itself. */
struct Replacement {
  const atoll_hpvm_fusion *fusion = nullptr;
  size_t member = 0;
  /** Inputs of the members before. */
  size_t first_input = 0;
  /** In the new graph. */
  size_t child = kNone;
};

bool is_same(const Extents &one, const Extents &other) {
  return one.dimensions == other.dimensions && std::equal(one.count, one.count + 3, other.count);
}

/** The first child that a fusion replaces, which has the place of the fused node. */
size_t first_member(const atoll_hpvm_fusion &fusion) {
  return *std::min_element(fusion.members, fusion.members + fusion.member_count);
}

std::vector<Replacement> replacements_of(const Function &function, const Graph &graph) {
  std::vector<Replacement> all(graph.children.size());
  for (unsigned index = 0; index < function.fusion_count; index++) {
    const atoll_hpvm_fusion &fusion = function.fusions[index];
    size_t first_input = 0;
    for (size_t member = 0; member < fusion.member_count; member++) {
      const size_t child = fusion.members[member];
      if (child >= all.size()) fail("%s creates %zu nodes, and its table has more", function.name, all.size());
      all[child].fusion = &fusion;
      all[child].member = member;
      all[child].first_input = first_input;
      first_input += graph.children[child].function->input_count;
      if (!is_same(graph.children[child].extents, graph.children[first_member(fusion)].extents))
        fail("%s and %s are merged, and have different instances", graph.children[child].function->name,
             graph.children[first_member(fusion)].function->name);
    }
  }
  return all;
}

unsigned input_of(const Replacement &replacement, unsigned input) {
  if (!replacement.fusion) return input;
  return static_cast<unsigned>(replacement.fusion->inputs[replacement.first_input + input]);
}

unsigned output_of(const Replacement &replacement, unsigned output) {
  return replacement.fusion ? replacement.fusion->outputs[replacement.member] + output : output;
}

}  // namespace

Graph with_fusions(const Function &function, Graph graph) {
  if (function.fusion_count == 0) return graph;
  std::vector<Replacement> all = replacements_of(function, graph);
  Graph result;
  for (size_t child = 0; child < all.size(); child++) {
    Replacement &own = all[child];
    const bool is_first = !own.fusion || first_member(*own.fusion) == child;
    own.child = is_first ? result.children.size() : all[first_member(*own.fusion)].child;
    if (!is_first) continue;
    result.children.push_back(graph.children[child]);
    if (own.fusion) result.children.back().function = &function_at(own.fusion->function, "a fused node");
  }
  for (const Edge &edge : graph.edges) {
    const Replacement &source = all[edge.source], &destination = all[edge.destination];
    if (source.fusion && source.fusion == destination.fusion) continue;
    result.edges.push_back(
        {source.child, destination.child, output_of(source, edge.output), input_of(destination, edge.input)});
  }
  for (const Binding &binding : graph.inputs) {
    const Replacement &child = all[binding.child];
    result.inputs.push_back({child.child, binding.parent_port, input_of(child, binding.child_port)});
  }
  for (const Binding &binding : graph.outputs) {
    const Replacement &child = all[binding.child];
    result.outputs.push_back({child.child, binding.parent_port, output_of(child, binding.child_port)});
  }
  return result;
}

}  // namespace hpvm
