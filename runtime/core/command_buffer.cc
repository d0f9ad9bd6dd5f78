// Recording of commands.
#include "core/command_buffer.h"

#include "core/api_call.h"
#include "core/device.h"
#include "core/work_size.h"

using namespace runtime;

cl_uint _cl_command_buffer_khr::state() const {
  if (!is_finalized) return khr::kStateRecording;
  for (const RecordedCommand& command : commands) {
    if (command.kernel && !command.kernel->has_all_arguments()) return khr::kStateFinalized;
  }
  return khr::kStateExecutable;
}

namespace runtime {
namespace {

/** The fields that a kernel's properties let change, and whether they name them. */
struct DispatchProperties {
  cl_bitfield updatable = khr::kUpdatableFields;
  bool defers_arguments = false;
  cl_bitfield asserts = 0;
};

DispatchProperties read_dispatch_properties(const khr::CommandProperty* list) {
  DispatchProperties result;
  read_properties(list, [&](cl_properties name, cl_properties value) {
    if (name == khr::kCommandUpdatableFields) {
      check((value & ~(khr::kUpdatableFields | khr::kFieldExecInfo)) == 0, CL_INVALID_VALUE);
      check((value & ~khr::kUpdatableFields) == 0, CL_INVALID_OPERATION);
      result.updatable = value;
      result.defers_arguments = (value & khr::kFieldArguments) != 0;
    } else {
      check(name == khr::kCommandAsserts && (value & ~khr::kAssertNoAdditionalWorkGroups) == 0, CL_INVALID_VALUE);
      result.asserts = value;
    }
  });
  return result;
}

template <size_t N>
void copy_sizes(std::array<size_t, N>& to, const size_t* from, cl_uint dimensions) {
  for (cl_uint dimension = 0; dimension < dimensions; dimension++) to[dimension] = from[dimension];
}

}  // namespace

bool RecordedKernel::has_all_arguments() const {
  for (const _cl_kernel::Value& value : values) {
    if (!value.is_set) return false;
  }
  return true;
}

void RecordedKernel::prepare(const _cl_command_queue& queue) {
  if (has_all_arguments()) {
    launch = prepare_launch(queue, *kernel, values, size());
    launch->packet.call = call;
    return;
  }
  abi::Packet sizes = {};
  const _cl_kernel::Instance& instance = require_instance(*kernel, queue);
  set_work_size(sizes, *instance.record, queue.device->info, dimensions, offset.data(), global.data(), size().local);
}

Recorder::Recorder(const Recording& parameters, bool is_dispatch)
    : parameters_(parameters), buffer_(require(parameters.buffer)), lock_(buffer_->mutex) {
  // Only cl_khr_command_buffer_multi_device lets a command name its queue.
  check(!parameters.queue, CL_INVALID_COMMAND_QUEUE);
  check(!buffer_->is_finalized, CL_INVALID_OPERATION);
  if (is_dispatch) return;
  check(!parameters.properties || parameters.properties[0] == 0, CL_INVALID_VALUE);
  check(!parameters.handle, CL_INVALID_VALUE);
}

std::vector<uint32_t> Recorder::predecessors(bool is_barrier) const {
  const cl_uint count = parameters_.wait_count;
  check((count == 0) == (parameters_.waits == nullptr), khr::kInvalidSyncPointWaitList);
  const uint32_t recorded = static_cast<uint32_t>(buffer_->commands.size());
  std::vector<uint32_t> after;
  for (cl_uint index = 0; index < count; index++) {
    // The sync point of a command is its number, from 1.
    const khr::SyncPoint point = parameters_.waits[index];
    check(point >= 1 && point <= recorded, khr::kInvalidSyncPointWaitList);
    after.push_back(point - 1);
  }
  const bool is_in_order = !buffer_->queue->is_out_of_order();
  if (is_in_order && recorded) after.push_back(recorded - 1);
  if (is_barrier && count == 0 && !is_in_order) {
    for (uint32_t earlier = buffer_->barrier.value_or(0); earlier < recorded; earlier++) after.push_back(earlier);
  } else if (buffer_->barrier && !is_in_order) {
    after.push_back(*buffer_->barrier);
  }
  return after;
}

void Recorder::append(RecordedCommand command) {
  const bool is_barrier = !command.transfer && !command.kernel;
  command.after = predecessors(is_barrier);
  check(buffer_->commands.size() < UINT32_MAX, CL_OUT_OF_RESOURCES);
  const uint32_t index = static_cast<uint32_t>(buffer_->commands.size());
  buffer_->commands.push_back(std::move(command));
  if (is_barrier) buffer_->barrier = index;
  if (parameters_.handle) {
    Ref<_cl_mutable_command_khr> handle = make<_cl_mutable_command_khr>(*buffer_, index);
    handle->properties = read_properties(parameters_.properties, [](cl_properties, cl_properties) {});
    publish(*handle);
    *parameters_.handle = handle.get();
    buffer_->handles.push_back(std::move(handle));
  }
  if (parameters_.sync_point) *parameters_.sync_point = index + 1;
}

void record_kernel(const Recording& parameters, cl_kernel handle, const WorkSize& size) {
  Recorder recorder(parameters, true);
  const DispatchProperties properties = read_dispatch_properties(parameters.properties);
  Ref<_cl_kernel> kernel = require(handle);
  const _cl_kernel::Instance& instance = require_instance(*kernel, recorder.queue());
  const bool asserts = (properties.asserts | recorder.buffer().asserts) & khr::kAssertNoAdditionalWorkGroups;
  check(!asserts || size.local, CL_INVALID_VALUE);
  check(size.dimensions >= 1 && size.dimensions <= 3, CL_INVALID_WORK_DIMENSION);
  check(size.global != nullptr, CL_INVALID_GLOBAL_WORK_SIZE);
  auto recorded = std::make_shared<RecordedKernel>();
  recorded->kernel = kernel;
  recorded->dimensions = size.dimensions;
  copy_sizes(recorded->global, size.global, size.dimensions);
  if (size.offset) copy_sizes(recorded->offset, size.offset, size.dimensions);
  recorded->has_local = size.local != nullptr;
  if (size.local) copy_sizes(recorded->local, size.local, size.dimensions);
  recorded->updatable = properties.updatable;
  recorded->prints = (instance.record->flags & abi::KernelFlag_PRINTF) != 0;
  recorded->call = current_api_call();
  {
    std::lock_guard<std::mutex> lock(kernel->mutex);
    recorded->values = kernel->values;
  }
  check(properties.defers_arguments || recorded->has_all_arguments(), CL_INVALID_KERNEL_ARGS);
  recorded->prepare(recorder.queue());
  RecordedCommand command = {CL_COMMAND_NDRANGE_KERNEL, {}, nullptr, recorded};
  recorder.append(std::move(command));
}

}  // namespace runtime
