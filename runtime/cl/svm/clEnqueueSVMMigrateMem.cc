// clEnqueueSVMMigrateMem: the devices have no shared virtual memory.
#include "core/queue.h"

using namespace runtime;

cl_int clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint, const void**, const size_t*,
                              cl_mem_migration_flags, cl_uint, const cl_event*, cl_event*) {
  return status([&] {
    require(command_queue);
    fail(CL_INVALID_OPERATION);
  });
}
