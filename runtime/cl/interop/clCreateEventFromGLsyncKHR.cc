// clCreateEventFromGLsyncKHR: no context is shared with OpenGL.
#include "core/context.h"

using namespace runtime;

cl_event clCreateEventFromGLsyncKHR(cl_context context, cl_GLsync, cl_int* errcode_ret) {
  return create(errcode_ret, [&]() -> cl_event {
    require(context);
    fail(CL_INVALID_CONTEXT);
  });
}
