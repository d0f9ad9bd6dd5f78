// clEnqueueCopyImage.
#include "core/transfer_commands.h"

using namespace runtime;

cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                          const size_t* src_origin, const size_t* dst_origin, const size_t* region,
                          cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    const Transfer transfer = copy_image(*queue, src_image, dst_image, src_origin, dst_origin, region);
    enqueue_transfer(*queue, transfer, num_events_in_wait_list, event_wait_list, event);
  });
}
