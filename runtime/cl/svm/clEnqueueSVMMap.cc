// clEnqueueSVMMap: the devices have no shared virtual memory.
#include "core/queue.h"

using namespace runtime;

cl_int clEnqueueSVMMap(cl_command_queue command_queue, cl_bool, cl_map_flags, void*, size_t, cl_uint,
                       const cl_event*, cl_event*) {
  return status([&] {
    require(command_queue);
    fail(CL_INVALID_OPERATION);
  });
}
