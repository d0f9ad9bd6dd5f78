// clCreateEventFromEGLSyncKHR: no context is shared with EGL.
#include "core/context.h"

using namespace runtime;

cl_event clCreateEventFromEGLSyncKHR(cl_context context, CLeglSyncKHR, CLeglDisplayKHR, cl_int* errcode_ret) {
  return create(errcode_ret, [&]() -> cl_event {
    require(context);
    fail(CL_INVALID_CONTEXT);
  });
}
