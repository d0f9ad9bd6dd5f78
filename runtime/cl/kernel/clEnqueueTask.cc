// clEnqueueTask: one work-item.
#include "core/api_call.h"
#include "core/launch.h"

using namespace runtime;

cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, cl_uint num_events_in_wait_list,
                     const cl_event* event_wait_list, cl_event* event) {
  ApiCallScope call(abi::ApiCall_clEnqueueTask);
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    const size_t one = 1;
    enqueue_kernel(*queue, CL_COMMAND_TASK, kernel, {1, nullptr, &one, &one}, num_events_in_wait_list, event_wait_list,
                   event);
  });
}
