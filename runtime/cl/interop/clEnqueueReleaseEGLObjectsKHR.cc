// clEnqueueReleaseEGLObjectsKHR: no context is shared with EGL.
#include "core/queue.h"

using namespace runtime;

cl_int clEnqueueReleaseEGLObjectsKHR(cl_command_queue command_queue, cl_uint, const cl_mem*, cl_uint, const cl_event*,
                                     cl_event*) {
  return status([&] {
    require(command_queue);
    fail(CL_INVALID_CONTEXT);
  });
}
