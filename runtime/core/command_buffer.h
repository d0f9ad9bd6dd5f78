// Command buffers: commands that are recorded once and enqueued any number of times.
#pragma once
#include <array>
#include <optional>

#include "core/command_buffer_api.h"
#include "core/launch.h"
#include "core/transfer_commands.h"

namespace runtime {

/** A recorded kernel, whose arguments and sizes may change. */
struct RecordedKernel {
  Ref<_cl_kernel> kernel;
  std::vector<_cl_kernel::Value> values;
  cl_uint dimensions = 0;
  std::array<size_t, 3> offset = {}, global = {}, local = {};
  bool has_local = false;
  /** The fields that may be updated, and whether a property of the command names them. */
  cl_bitfield updatable = 0;
  /** The call that recorded it. */
  uint32_t call = 0;
  /** It prints into memory that each execution has for itself. */
  bool prints = false;
  /** As it is executed; empty until all arguments are set. */
  std::shared_ptr<Launch> launch;

  WorkSize size() const { return {dimensions, offset.data(), global.data(), has_local ? local.data() : nullptr}; }
  bool has_all_arguments() const;
  /** Makes its launch anew. */
  void prepare(const _cl_command_queue& queue);
};

struct RecordedCommand {
  cl_command_type type;
  /** Indices of the commands that it comes after. */
  std::vector<uint32_t> after;
  /** Of a copy or fill. */
  std::shared_ptr<const Transfer> transfer;
  /** Of a kernel. */
  std::shared_ptr<RecordedKernel> kernel;
};

struct Replay;
class GraphMeasurement;

}  // namespace runtime

struct _cl_mutable_command_khr : runtime::Object {
  static constexpr runtime::Kind kKind = runtime::Kind::MutableCommand;
  static constexpr cl_int kInvalid = runtime::khr::kInvalidMutableCommand;
  _cl_mutable_command_khr(_cl_command_buffer_khr& buffer, uint32_t index)
      : Object(kKind, runtime::destroy_as<_cl_mutable_command_khr>), buffer(&buffer), index(index) {}

  /** Not held: the buffer holds its commands. Only to be used as a handle. */
  _cl_command_buffer_khr* const buffer;
  const uint32_t index;
  /** As the program gave them, with the final 0; empty when it gave none. */
  std::vector<runtime::khr::CommandProperty> properties;
};

struct _cl_command_buffer_khr : runtime::Object {
  static constexpr runtime::Kind kKind = runtime::Kind::CommandBuffer;
  static constexpr cl_int kInvalid = runtime::khr::kInvalidCommandBuffer;
  explicit _cl_command_buffer_khr(_cl_command_queue& queue)
      : Object(kKind, runtime::destroy_as<_cl_command_buffer_khr>), queue(queue) {}

  const runtime::Ref<_cl_command_queue> queue;
  std::vector<runtime::khr::BufferProperty> properties;
  cl_bitfield flags = 0, asserts = 0;

  std::mutex mutex;  ///< Guards what follows.
  bool is_finalized = false;
  std::vector<runtime::RecordedCommand> commands;
  /** The last barrier: later commands come after it. */
  std::optional<uint32_t> barrier;
  std::vector<runtime::Ref<_cl_mutable_command_khr>> handles;
  /** Steps of an execution; empty until it is needed, and after a change. */
  std::shared_ptr<const runtime::Replay> replay;
  /** Begins with the first execution, where graphs are measured. */
  std::shared_ptr<runtime::GraphMeasurement> measurement;

  bool is_mutable() const { return (flags & runtime::khr::kFlagMutable) != 0; }
  /** cl_command_buffer_state_khr */
  cl_uint state() const;
};

namespace runtime {

/** Parameters that all recording calls have. */
struct Recording {
  cl_command_buffer_khr buffer;
  cl_command_queue queue;
  const khr::CommandProperty* properties;
  cl_uint wait_count;
  const khr::SyncPoint* waits;
  khr::SyncPoint* sync_point;
  cl_mutable_command_khr* handle;
};

/** A buffer that commands are recorded into, after the checks of what all recording calls have. */
class Recorder {
 public:
  /**
   * CL_INVALID_COMMAND_BUFFER_KHR, CL_INVALID_OPERATION, CL_INVALID_COMMAND_QUEUE, CL_INVALID_VALUE.
   *
   * @param is_dispatch its command is a kernel, which may have properties and a handle
   */
  explicit Recorder(const Recording& parameters, bool is_dispatch = false);
  const _cl_command_queue& queue() const { return *buffer_->queue; }
  _cl_command_buffer_khr& buffer() const { return *buffer_; }
  /** Appends a command, after the check of its sync points: CL_INVALID_SYNC_POINT_WAIT_LIST_KHR. */
  void append(RecordedCommand command);

 private:
  std::vector<uint32_t> predecessors(bool is_barrier) const;

  const Recording parameters_;
  Ref<_cl_command_buffer_khr> buffer_;
  std::unique_lock<std::mutex> lock_;
};

/** Records a copy or fill. @param prepare makes the transfer, with the checks of the call that enqueues it */
template <class Prepare>
void record_transfer(const Recording& parameters, Prepare prepare) {
  Recorder recorder(parameters);
  auto transfer = std::make_shared<const Transfer>(prepare(recorder.queue()));
  RecordedCommand command = {transfer->type, {}, transfer, nullptr};
  recorder.append(std::move(command));
}

/** Records a kernel. */
void record_kernel(const Recording& parameters, cl_kernel kernel, const WorkSize& size);

/** Reads the properties of a list with the final 0; each may occur once. @param known called for each pair */
template <class Known>
std::vector<cl_properties> read_properties(const cl_properties* list, Known known) {
  std::vector<cl_properties> copy;
  if (!list) return copy;
  for (size_t index = 0; list[index]; index += 2) {
    for (size_t earlier = 0; earlier < index; earlier += 2) check(list[earlier] != list[index], CL_INVALID_VALUE);
    known(list[index], list[index + 1]);
    copy.push_back(list[index]);
    copy.push_back(list[index + 1]);
  }
  copy.push_back(0);
  return copy;
}

/** clUpdateMutableCommandsKHR after its checks of the lists: all of the changes, or none. */
void update_commands(_cl_command_buffer_khr& buffer, const std::vector<const khr::DispatchConfig*>& configs);

/** Enqueues the recorded commands as one command. */
void enqueue_command_buffer(_cl_command_queue& queue, _cl_command_buffer_khr& buffer, const WaitList& waits,
                            cl_event* event);

}  // namespace runtime
