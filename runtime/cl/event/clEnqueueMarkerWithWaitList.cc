// clEnqueueMarkerWithWaitList.
#include "core/scheduler.h"

using namespace runtime;

cl_int clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                   const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    Submission submission;
    submission.type = CL_COMMAND_MARKER;
    submission.order = Order::Marker;
    enqueue(*queue, waits, std::move(submission), event);
  });
}
