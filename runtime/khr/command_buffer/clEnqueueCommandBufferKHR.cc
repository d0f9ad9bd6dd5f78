// clEnqueueCommandBufferKHR.
#include "core/command_buffer.h"

using namespace runtime;
using namespace runtime::khr;

cl_int khr::clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue* queues,
                                      cl_command_buffer_khr command_buffer, cl_uint num_events_in_wait_list,
                                      const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_buffer_khr> buffer = require(command_buffer);
    {
      std::lock_guard<std::mutex> lock(buffer->mutex);
      check(buffer->state() == kStateExecutable, CL_INVALID_OPERATION);
    }
    check((num_queues == 0) == (queues == nullptr) && num_queues <= 1, CL_INVALID_VALUE);
    Ref<_cl_command_queue> queue = num_queues ? require(queues[0]) : buffer->queue;
    // Any queue has properties that command buffers support: kQueueProperties (core/device_info.cc).
    check(queue->device.get() == buffer->queue->device.get(), CL_INVALID_DEVICE);
    check(queue->context.get() == buffer->queue->context.get(), CL_INVALID_CONTEXT);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    enqueue_command_buffer(*queue, *buffer, waits, event);
  });
}
