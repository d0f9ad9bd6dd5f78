#include "execute.h"

#include <algorithm>
#include <string>

#include "failure.h"
#include "mapping.h"
#include "measure.h"
#include "opencl.h"
#include "tracker.h"

namespace hpvm {
namespace {

Outputs with_types(const Function &function, Values values) {
  return {std::move(values), {function.outputs, function.outputs + function.output_count}};
}

/** Values of a child's inputs, from its parent and its sources. */
Values inputs_of(const Graph &graph, size_t child, const Values &parent, const std::vector<Outputs> &outputs) {
  const Function &function = *graph.children[child].function;
  Values values(function.input_count);
  for (const Binding &binding : graph.inputs)
    if (binding.child == child) values.at(binding.child_port) = parent.at(binding.parent_port);
  for (const Edge &edge : graph.edges) {
    if (edge.destination != child) continue;
    const Outputs &source = outputs[edge.source];
    values.at(edge.input) =
        converted(source.values.at(edge.output), source.types.at(edge.output), function.inputs[edge.input].type);
    measure_edge(edge, type_bytes(function.inputs[edge.input].type));
  }
  return values;
}

MemoryUse use_of(const Function &function, unsigned input, Value value) {
  const auto &[type, reads, writes] = function.inputs[input];
  return {function.name, input, reinterpret_cast<void *>(value), bool(reads), bool(writes)};
}

Outputs run_leaf_on_cpu(const Child &child, const Values &values, const Levels &levels, Allocations &allocations) {
  const Function &function = *child.function;
  for (unsigned input = 0; input < function.input_count; input++)
    if (function.inputs[input].type == 'p' && values[input]) use_on_host(use_of(function, input, values[input]));
  LeafClock clock(function, values, unit_name(unit_of(function)));
  Values returned = run_on_cpu(function, child.extents, values, levels, allocations);
  clock.stop();
  return with_types(function, std::move(returned));
}

/** Memory on the device for a leaf's returned values. */
class ReturnedValues {
 public:
  explicit ReturnedValues(unsigned count) : values_(count), buffer_(count ? create_buffer(count * sizeof(Value)) : nullptr) {
    if (buffer_) write_buffer(buffer_, values_.data(), count * sizeof(Value));
  }
  ReturnedValues(const ReturnedValues &) = delete;
  ReturnedValues &operator=(const ReturnedValues &) = delete;
  const cl_mem *buffer() const { return &buffer_; }
  Values read() {
    if (!buffer_) return {};
    read_buffer(buffer_, 0, values_.data(), values_.size() * sizeof(Value));
    release_buffer(buffer_);
    return values_;
  }

 private:
  Values values_;
  cl_mem buffer_;
};

/** @param groups the parent's instances, which are work-groups; null if the leaf is mapped on one level */
LaunchSizes sizes_of(const Extents &extents, const Extents *groups, bool has_local_memory) {
  LaunchSizes sizes{};
  sizes.dimensions = std::max(1u, std::max(extents.dimensions, groups ? groups->dimensions : 0));
  sizes.has_local = groups || has_local_memory;
  for (unsigned dimension = 0; dimension < 3; dimension++) {
    sizes.local[dimension] = extents.count[dimension];
    sizes.global[dimension] = extents.count[dimension] * (groups ? groups->count[dimension] : 1);
  }
  return sizes;
}

Value query_value(const atoll_hpvm_query &query, const Levels &levels, bool is_two_level) {
  // On two levels, the parent's numbers are those of work-groups, and `levels` ends with its parent.
  if (is_two_level && query.level == 1) return 0;
  const size_t above = query.level - (is_two_level ? 1 : 0);
  if (above > levels.size()) return query.is_count ? 1 : 0;
  const Level &level = levels[levels.size() - above];
  return query.is_count ? level.count[query.dimension] : level.id[query.dimension];
}

bool is_device_memory(const Function &function, unsigned input) {
  return function.inputs[input].type == 'p' && function.kernel->input_memories[input] != 'l';
}

/** Constant memory has a limit, beyond which inputs stay in global memory. */
std::string constant_options(const Function &function, const std::vector<MemoryUse> &uses,
                             const std::vector<DevicePlace> &places) {
  std::string options;
  ConstantMemory left{};
  for (size_t use = 0; use < uses.size(); use++) {
    const unsigned input = uses[use].input;
    if (function.kernel->input_memories[input] != 'c') continue;
    if (options.empty() && left.arguments == 0) left = constant_memory();
    const size_t bytes = places[use].bytes;
    if (bytes > left.bytes || left.arguments == 0) {
      note_global_input(function.name, input, bytes);
      continue;
    }
    left.bytes -= bytes;
    left.arguments--;
    options += " -DHPVM_CONSTANT_" + std::to_string(input);
  }
  return options;
}

std::string form_options(const Function &function, const std::vector<MemoryUse> &uses,
                         const std::vector<DevicePlace> &places, bool is_two_level) {
  std::string options = is_two_level ? " -DHPVM_TWO_LEVELS" : "";
  const auto is_at_start = [](const DevicePlace &place) { return place.offset == 0; };
  if (std::all_of(places.begin(), places.end(), is_at_start)) options += " -DHPVM_AT_START";
  return options + constant_options(function, uses, places);
}

Outputs run_leaf_on_gpu(const Child &child, const Values &values, const Levels &levels, const Extents *groups,
                        const Allocations &allocations) {
  const Function &function = *child.function;
  if (!function.kernel) fail("%s has no kernel: %s", function.name, function.kernel_problem);
  const atoll_hpvm_kernel &kernel = *function.kernel;
  std::vector<MemoryUse> uses;
  for (unsigned input = 0; input < function.input_count; input++)
    if (is_device_memory(function, input) && values[input]) uses.push_back(use_of(function, input, values[input]));
  const std::vector<DevicePlace> places = use_on_device(uses);
  std::string options = form_options(function, uses, places, groups);
  static const DevicePlace null_place{};
  std::vector<KernelArgument> arguments;
  bool has_local_memory = false;
  size_t next_place = 0;
  for (unsigned input = 0; input < function.input_count; input++) {
    if (kernel.input_memories[input] == 'l') {
      has_local_memory = true;
      arguments.push_back({allocations.bytes_at(reinterpret_cast<void *>(values[input])), nullptr});
    } else if (is_device_memory(function, input)) {
      const DevicePlace &place = values[input] ? places[next_place++] : null_place;
      arguments.push_back({sizeof(cl_mem), &place.buffer});
      arguments.push_back({sizeof(cl_ulong), &place.offset});
    } else {
      arguments.push_back({type_bytes(function.inputs[input].type), &values[input]});
    }
  }
  ReturnedValues returned(function.output_count);
  if (function.output_count > 0) arguments.push_back({sizeof(cl_mem), returned.buffer()});
  Values queries;
  for (unsigned query = 0; query < kernel.query_count; query++)
    queries.push_back(query_value(kernel.queries[query], levels, groups));
  for (const Value &value : queries) arguments.push_back({sizeof value, &value});
  const Unit unit = unit_of(function);
  LeafClock clock(function, values, unit_name(unit));
  // Errors belong to the stage, and other devices do not wait for this one.
  const bool waits = is_measured() || failures_throw() || uses_several_devices();
  const LaunchTimes times = launch_kernel({{kernel.name, kernel.source, std::move(options)}, unit.device, waits},
                                          arguments, sizes_of(child.extents, groups, has_local_memory));
  clock.set_device_times(times.start, times.end);
  clock.stop();
  return with_types(function, returned.read());
}

/** True if a replicated node has, besides allocations, one leaf of the device: its instances can be work-groups. */
bool has_two_levels(const Graph &graph) {
  const Child *leaf = nullptr;
  for (const Child &child : graph.children) {
    if (child.function->kind == ATOLL_HPVM_ALLOCATION) continue;
    if (leaf || child.function->kind != ATOLL_HPVM_LEAF || !unit_of(*child.function).is_gpu()) return false;
    leaf = &child;
  }
  return leaf && leaf->extents.dimensions > 0;
}

Outputs run_node(const Child &child, const Values &values, Levels &levels, Allocations &allocations);

/** @param groups as for sizes_of */
Outputs run_children(const Function &function, const Graph &graph, const Values &values, Levels &levels,
                     const Extents *groups) {
  Allocations allocations;
  std::vector<Outputs> outputs(graph.children.size());
  for (size_t child : order_of(graph, function.name)) {
    const NodeScope scope(graph, child);
    const Values inputs = inputs_of(graph, child, values, outputs);
    const Child &node = graph.children[child];
    outputs[child] = groups && node.function->kind == ATOLL_HPVM_LEAF
                         ? run_leaf_on_gpu(node, inputs, levels, groups, allocations)
                         : run_node(node, inputs, levels, allocations);
  }
  return outputs_of(graph, outputs);
}

Outputs run_internal(const Child &child, const Values &values, Levels &levels) {
  const Function &function = *child.function;
  const Graph graph = record(function, values);
  if (child.extents.dimensions > 0 && has_two_levels(graph)) return run_children(function, graph, values, levels, &child.extents);
  Outputs first;
  levels.push_back(first_instance(child.extents));
  bool is_first = true;
  do {
    Outputs own = run_children(function, graph, values, levels, nullptr);
    if (is_first) first = std::move(own);
    is_first = false;
  } while (advance(levels.back()));
  levels.pop_back();
  return first;
}

Outputs run_node(const Child &child, const Values &values, Levels &levels, Allocations &allocations) {
  switch (child.function->kind) {
    case ATOLL_HPVM_INTERNAL:
      return run_internal(child, values, levels);
    case ATOLL_HPVM_ALLOCATION:
      return with_types(*child.function, run_on_cpu(*child.function, child.extents, values, levels, allocations));
    default:
      return unit_of(*child.function).is_gpu() ? run_leaf_on_gpu(child, values, levels, nullptr, allocations)
                                        : run_leaf_on_cpu(child, values, levels, allocations);
  }
}

}  // namespace

void run_child(OpenGraph &open, size_t child, Levels &levels) {
  const NodeScope scope(open.graph, child);
  const Values inputs = inputs_of(open.graph, child, open.values, open.outputs);
  open.outputs[child] = run_node(open.graph.children[child], inputs, levels, open.allocations);
}

Outputs outputs_of(const Graph &graph, const std::vector<Outputs> &children) {
  Outputs outputs;
  for (const Binding &binding : graph.outputs) {
    if (outputs.values.size() <= binding.parent_port) {
      outputs.values.resize(binding.parent_port + 1);
      outputs.types.resize(binding.parent_port + 1, 'l');
    }
    outputs.values[binding.parent_port] = children[binding.child].values.at(binding.child_port);
    outputs.types[binding.parent_port] = children[binding.child].types.at(binding.child_port);
  }
  return outputs;
}

Outputs run_graph(const Function &function, const Values &values, Levels &levels) {
  return run_internal({&function, {0, {1, 1, 1}}}, values, levels);
}

}  // namespace hpvm
