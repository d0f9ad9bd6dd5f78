// clSetCommandQueueProperty (OpenCL 1.0).
#include "core/queue.h"
#include "core/scheduler.h"

using namespace runtime;

cl_int clSetCommandQueueProperty(cl_command_queue command_queue, cl_command_queue_properties properties,
                                 cl_bool enable, cl_command_queue_properties* old_properties) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    constexpr cl_command_queue_properties kKnown = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    check((properties & ~kKnown) == 0, CL_INVALID_VALUE);
    // A change of the order would mix two kinds of dependencies.
    if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) finish_queue(*queue);
    cl_command_queue_properties before =
        enable ? queue->properties.fetch_or(properties) : queue->properties.fetch_and(~properties);
    if (old_properties) *old_properties = before;
  });
}
