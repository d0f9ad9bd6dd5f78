// clEnqueueCopyImageToBuffer.
#include "core/transfer_commands.h"

using namespace runtime;

cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer,
                                  const size_t* src_origin, const size_t* region, size_t dst_offset,
                                  cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    const Transfer transfer = copy_image_to_buffer(*queue, src_image, dst_buffer, src_origin, region, dst_offset);
    enqueue_transfer(*queue, transfer, num_events_in_wait_list, event_wait_list, event);
  });
}
