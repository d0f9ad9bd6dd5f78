// clEnqueueWaitForEvents (OpenCL 1.1): later commands of the queue wait for the events.
#include "core/scheduler.h"

using namespace runtime;

cl_int clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events, const cl_event* event_list) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    check(num_events && event_list, CL_INVALID_VALUE);
    for (cl_uint index = 0; index < num_events; index++) require(event_list[index]);
    WaitList waits(*queue->context, num_events, event_list);
    Submission submission;
    submission.type = CL_COMMAND_BARRIER;
    submission.order = Order::Barrier;
    enqueue(*queue, waits, std::move(submission), nullptr);
  });
}
