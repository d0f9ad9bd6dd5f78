// clEnqueueFillImage.
#include "core/transfer_commands.h"

using namespace runtime;

cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void* fill_color, const size_t* origin,
                          const size_t* region, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                          cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    const Transfer transfer = fill_image(*queue, image, fill_color, origin, region);
    enqueue_transfer(*queue, transfer, num_events_in_wait_list, event_wait_list, event);
  });
}
