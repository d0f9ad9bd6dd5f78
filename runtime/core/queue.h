// Command queues. Their state belongs to the scheduler.
#pragma once
#include "core/context.h"
#include "core/order.h"

struct _cl_event;

struct _cl_command_queue : runtime::Object {
  static constexpr runtime::Kind kKind = runtime::Kind::Queue;
  static constexpr cl_int kInvalid = CL_INVALID_COMMAND_QUEUE;
  _cl_command_queue(_cl_context& context, _cl_device_id& device, cl_command_queue_properties properties)
      : Object(kKind, runtime::destroy_as<_cl_command_queue>),
        context(context),
        device(device),
        properties(properties) {}

  const runtime::Ref<_cl_context> context;
  const runtime::Ref<_cl_device_id> device;
  std::atomic<cl_command_queue_properties> properties;
  /** The list that clCreateCommandQueueWithProperties got, with the final 0. */
  std::vector<cl_queue_properties> property_list;

  bool is_out_of_order() const { return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0; }
  bool is_profiling() const { return (properties & CL_QUEUE_PROFILING_ENABLE) != 0; }

  // Guarded by the scheduler's lock: commands that are not complete, oldest first; each is held by the scheduler.
  _cl_event* oldest = nullptr;
  _cl_event* newest = nullptr;
  /**
   * The error of the first launch that the device could not do: calls that wait for this queue return it from then on.
   */
  cl_int failure = CL_SUCCESS;
  /** The last barrier that is not complete; everything enqueued later waits for it. */
  _cl_event* barrier = nullptr;
  /** Of all commands so far, and of all barriers. */
  runtime::LaunchClock clock, barrier_clock;
};

namespace runtime {
/** The part of clCreateCommandQueue* that both forms share. */
Ref<_cl_command_queue> create_queue(cl_context context, cl_device_id device, cl_command_queue_properties properties);
}  // namespace runtime
