// clEnqueueSVMFree: the devices have no shared virtual memory.
#include "core/queue.h"

using namespace runtime;

cl_int clEnqueueSVMFree(cl_command_queue command_queue, cl_uint, void*[],
                        void(CL_CALLBACK*)(cl_command_queue, cl_uint, void*[], void*), void*, cl_uint,
                        const cl_event*, cl_event*) {
  return status([&] {
    require(command_queue);
    fail(CL_INVALID_OPERATION);
  });
}
