// clEnqueueMarker (OpenCL 1.1).
#include "core/scheduler.h"

using namespace runtime;

cl_int clEnqueueMarker(cl_command_queue command_queue, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    check(event != nullptr, CL_INVALID_VALUE);
    Submission submission;
    submission.type = CL_COMMAND_MARKER;
    submission.order = Order::Marker;
    enqueue(*queue, WaitList(*queue->context, 0, nullptr), std::move(submission), event);
  });
}
