// clEnqueueFillBuffer.
#include "core/transfer_commands.h"

using namespace runtime;

cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                           size_t offset, size_t size, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    const Transfer transfer = fill_buffer(*queue, buffer, pattern, pattern_size, offset, size);
    enqueue_transfer(*queue, transfer, num_events_in_wait_list, event_wait_list, event);
  });
}
