// clEnqueueCopyBuffer.
#include "core/transfer_commands.h"

using namespace runtime;

cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
                           size_t dst_offset, size_t size, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    const Transfer transfer = copy_buffer(*queue, src_buffer, dst_buffer, src_offset, dst_offset, size);
    enqueue_transfer(*queue, transfer, num_events_in_wait_list, event_wait_list, event);
  });
}
