// clEnqueueSVMMemFill: the devices have no shared virtual memory.
#include "core/queue.h"

using namespace runtime;

cl_int clEnqueueSVMMemFill(cl_command_queue command_queue, void*, const void*, size_t, size_t, cl_uint,
                           const cl_event*, cl_event*) {
  return status([&] {
    require(command_queue);
    fail(CL_INVALID_OPERATION);
  });
}
