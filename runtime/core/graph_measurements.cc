// Measurements of command buffers, written at the end of the process: src/dataflow/measured has their form.
#include "core/graph_measurements.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <string>

#include "core/command_buffer.h"
#include "core/per_process.h"

namespace runtime {

namespace {

/** Executions of a command whose times are kept. */
constexpr size_t kMaxSpans = 10000;

/** Bytes of device memory that a command reads or writes; of rows with gaps, from the first to the last byte. */
struct MemoryRange {
  uint64_t start, end;
  bool is_written;
};

struct Span {
  cl_ulong start_ns, end_ns;
  size_t execution;
};

struct MeasuredCommand {
  std::string name;
  bool is_kernel = false;
  std::vector<uint32_t> after;
  std::vector<MemoryRange> ranges;
  size_t executions = 0;
  cl_ulong busy_ns = 0;
  std::vector<Span> spans;
};

uint64_t overlap_of(const MemoryRange& a, const MemoryRange& b) {
  const uint64_t start = std::max(a.start, b.start), end = std::min(a.end, b.end);
  return start < end ? end - start : 0;
}

MemoryRange range_of(const TransferAccess& access, bool is_written) {
  const uint64_t start = access.object->address() + static_cast<uint64_t>(access.place.base - access.object->bytes());
  const uint64_t size = (access.slices - 1) * access.place.slice_pitch + (access.rows - 1) * access.place.row_pitch + access.width;
  return {start, start + size, is_written};
}

const char* name_of(cl_command_type type) {
  switch (type) {
    case CL_COMMAND_COPY_BUFFER: return "copy of a buffer";
    case CL_COMMAND_COPY_BUFFER_RECT: return "copy of a box of a buffer";
    case CL_COMMAND_COPY_BUFFER_TO_IMAGE: return "copy of a buffer to an image";
    case CL_COMMAND_COPY_IMAGE: return "copy of an image";
    case CL_COMMAND_COPY_IMAGE_TO_BUFFER: return "copy of an image to a buffer";
    case CL_COMMAND_FILL_BUFFER: return "fill of a buffer";
    case CL_COMMAND_FILL_IMAGE: return "fill of an image";
    default: return "barrier";
  }
}

/** The memory objects of arguments: of those that are not constant it is unknown whether they are written. */
void add_arguments(MeasuredCommand& command, const RecordedKernel& kernel) {
  const KernelRecord& record = kernel.kernel->record();
  for (size_t index = 0; index < record.arguments.size(); index++) {
    const ArgumentRecord& argument = record.arguments[index];
    Ref<_cl_mem> object = acquire(kernel.values[index].memory);
    if (!object) continue;
    const bool is_image = argument.kind == abi::ArgumentKind_IMAGE;
    const bool is_constant = argument.kind == abi::ArgumentKind_CONSTANT || (argument.type_qualifier & CL_KERNEL_ARG_TYPE_CONST);
    const bool reads = !is_image || argument.access_qualifier != CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
    const bool writes = is_image ? argument.access_qualifier != CL_KERNEL_ARG_ACCESS_READ_ONLY : !is_constant;
    const uint64_t start = object->address();
    if (reads) command.ranges.push_back({start, start + object->size, false});
    if (writes) command.ranges.push_back({start, start + object->size, true});
  }
}

MeasuredCommand measured_command(const RecordedCommand& recorded) {
  MeasuredCommand command;
  command.is_kernel = recorded.kernel != nullptr;
  command.name = recorded.kernel ? recorded.kernel->kernel->name : name_of(recorded.type);
  command.after = recorded.after;
  std::sort(command.after.begin(), command.after.end());
  command.after.erase(std::unique(command.after.begin(), command.after.end()), command.after.end());
  if (recorded.kernel) add_arguments(command, *recorded.kernel);
  if (!recorded.transfer) return command;
  command.ranges.push_back(range_of(recorded.transfer->target, true));
  for (const TransferAccess& source : recorded.transfer->sources) command.ranges.push_back(range_of(source, false));
  return command;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (char letter : text) {
    char escape[8];
    if (static_cast<unsigned char>(letter) < ' ' || letter == '"' || letter == '\\') {
      snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned char>(letter));
      result += escape;
    } else {
      result += letter;
    }
  }
  return result + '"';
}

std::string numbered(uint64_t number) { return std::to_string(number); }

}  // namespace

class GraphMeasurement {
 public:
  GraphMeasurement(const std::vector<RecordedCommand>& recorded, uint32_t device) : device_(device) {
    for (const RecordedCommand& command : recorded) commands_.push_back(measured_command(command));
  }

  void add(const std::vector<Ref<_cl_event>>& events) {
    std::lock_guard<std::mutex> lock(mutex_);
    collect();
    pending_.push_back(events);
    executions_++;
  }

  std::string text(const std::string& name) {
    std::lock_guard<std::mutex> lock(mutex_);
    collect();
    std::string nodes, edges;
    for (size_t index = 0; index < commands_.size(); index++) {
      nodes += (index ? "," : "") + node(index);
      for (uint32_t source : commands_[index].after) edges += (edges.empty() ? "" : ",") + edge(source, index,
                                                                                                "order", 0);
      for (size_t source = 0; source < index; source++) {
        const uint64_t bytes = carried(source, index);
        if (bytes) edges += (edges.empty() ? "" : ",") + edge(source, index, "memory", bytes);
      }
    }
    return "{\"schema\":1,\"origin\":\"command-buffer\",\"name\":" + quoted(name) +
           ",\"place\":\"\",\"process\":" + numbered(static_cast<uint64_t>(getpid())) + ",\"isStreaming\":false,\"executions\":" +
           numbered(executions_) + ",\"nodes\":[" + nodes + "],\"edges\":[" + edges + "]}";
  }

 private:
  /** Adds the times of executions that are over. */
  void collect() {
    for (const std::vector<Ref<_cl_event>>& events : pending_) {
      for (size_t index = 0; index < events.size() && index < commands_.size(); index++) {
        const _cl_event& event = *events[index];
        if (!event.done.load(std::memory_order_acquire)) return forget(&events - pending_.data());
      }
      for (size_t index = 0; index < events.size() && index < commands_.size(); index++) add_times(commands_[index],
                                                                                                   *events[index]);
      collected_++;
    }
    pending_.clear();
  }
  void forget(size_t count) { pending_.erase(pending_.begin(), pending_.begin() + static_cast<ptrdiff_t>(count)); }

  void add_times(MeasuredCommand& command, const _cl_event& event) {
    const cl_ulong start = event.part_started_ns;
    command.executions++;
    command.busy_ns += event.ended_ns - start;
    if (command.spans.size() < kMaxSpans) command.spans.push_back({start, event.ended_ns, collected_});
  }

  /** Bytes that a command reads and an earlier one wrote, if none between them has written them. */
  uint64_t carried(size_t source, size_t destination) const {
    uint64_t bytes = 0;
    for (const MemoryRange& read : commands_[destination].ranges) {
      if (read.is_written) continue;
      for (const MemoryRange& written : commands_[source].ranges) {
        if (written.is_written && !is_written_between(source, destination, read)) bytes += overlap_of(read, written);
      }
    }
    return bytes;
  }
  bool is_written_between(size_t source, size_t destination, const MemoryRange& range) const {
    for (size_t index = source + 1; index < destination; index++) {
      for (const MemoryRange& other : commands_[index].ranges) {
        if (other.is_written && overlap_of(other, range) == range.end - range.start) return true;
      }
    }
    return false;
  }

  std::string node(size_t index) const {
    const MeasuredCommand& command = commands_[index];
    uint64_t in = 0, out = 0;
    for (const MemoryRange& range : command.ranges) (range.is_written ? out : in) += range.end - range.start;
    const std::string unit = command.is_kernel ? "gpu" + (device_ ? numbered(device_) : "") : "cpu";
    std::string spans;
    for (const Span& span : command.spans) {
      spans += (spans.empty() ? "[" : ",[") + numbered(span.start_ns) + "," + numbered(span.end_ns) + "," + numbered(span.execution) + "]";
    }
    return "{\"name\":" + quoted(command.name) + ",\"place\":\"\",\"parent\":-1,\"kind\":\"" +
           (command.is_kernel ? "leaf" : "copy") + "\",\"unit\":\"" + unit + "\",\"units\":[\"" +
           (command.is_kernel ? "gpu" : "cpu") + "\"],\"kernel\":" + quoted(command.is_kernel ? command.name : "") +
           ",\"executions\":" + numbered(command.executions) + ",\"busyNs\":" + numbered(command.busy_ns) + ",\"cpuNs\":" +
           numbered(command.is_kernel ? 0 : command.busy_ns) + ",\"bytesIn\":" + numbered(in * command.executions) +
           ",\"bytesOut\":" + numbered(out * command.executions) + ",\"spans\":[" + spans + "]}";
  }

  std::string edge(size_t source, size_t destination, const char* kind, uint64_t bytes) const {
    return "{\"source\":" + numbered(source) + ",\"destination\":" + numbered(destination) + ",\"kind\":\"" + kind +
           "\",\"isStreaming\":false,\"transfers\":" + numbered(executions_) + ",\"bytes\":" + numbered(bytes * executions_) + "}";
  }

  const uint32_t device_;
  std::mutex mutex_;
  std::vector<MeasuredCommand> commands_;
  std::vector<std::vector<Ref<_cl_event>>> pending_;
  size_t executions_ = 0, collected_ = 0;
};

namespace {

struct Measurements {
  std::mutex mutex;
  std::vector<std::shared_ptr<GraphMeasurement>> graphs;
};

PerProcess<Measurements> measurements;

const std::string& folder() {
  static const std::string path = [] {
    const char* value = getenv("ATOLL_GRAPHS");
    return std::string(value ? value : "");
  }();
  return path;
}

void write_measurements() {
  std::lock_guard<std::mutex> lock(measurements->mutex);
  if (measurements->graphs.empty()) return;
  const std::string path = folder() + "/" + numbered(static_cast<uint64_t>(getpid())) + "-command-buffers.json";
  FILE* file = fopen(path.c_str(), "w");
  if (!file) return;
  for (size_t index = 0; index < measurements->graphs.size(); index++) {
    const std::string text = measurements->graphs[index]->text("command buffer " + numbered(index + 1));
    fprintf(file, "%s%s", index ? ",\n" : "[", text.c_str());
  }
  fputs("]\n", file);
  fclose(file);
}

}  // namespace

bool measures_graphs() { return !folder().empty(); }

std::shared_ptr<GraphMeasurement> measure_graph(const std::vector<RecordedCommand>& commands, uint32_t device) {
  auto graph = std::make_shared<GraphMeasurement>(commands, device);
  std::lock_guard<std::mutex> lock(measurements->mutex);
  static const int registered = atexit(write_measurements);
  static_cast<void>(registered);
  measurements->graphs.push_back(graph);
  return graph;
}

void measure_execution(GraphMeasurement& graph, const std::vector<Ref<_cl_event>>& events) { graph.add(events); }

void forget_measurements_after_fork() { measurements.reset(); }

}  // namespace runtime
