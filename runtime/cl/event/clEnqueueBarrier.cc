// clEnqueueBarrier (OpenCL 1.1).
#include "core/scheduler.h"

using namespace runtime;

cl_int clEnqueueBarrier(cl_command_queue command_queue) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Submission submission;
    submission.type = CL_COMMAND_BARRIER;
    submission.order = Order::Barrier;
    enqueue(*queue, WaitList(*queue->context, 0, nullptr), std::move(submission), nullptr);
  });
}
