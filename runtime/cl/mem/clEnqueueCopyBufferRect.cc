// clEnqueueCopyBufferRect.
#include "core/transfer_commands.h"

using namespace runtime;

cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                               const size_t* src_origin, const size_t* dst_origin, const size_t* region,
                               size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
                               size_t dst_slice_pitch, cl_uint num_events_in_wait_list,
                               const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    const RectCopy rect = {src_origin,      dst_origin,    region,         src_row_pitch,
                           src_slice_pitch, dst_row_pitch, dst_slice_pitch};
    const Transfer transfer = copy_buffer_rect(*queue, src_buffer, dst_buffer, rect);
    enqueue_transfer(*queue, transfer, num_events_in_wait_list, event_wait_list, event);
  });
}
