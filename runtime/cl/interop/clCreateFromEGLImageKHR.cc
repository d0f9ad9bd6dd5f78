// clCreateFromEGLImageKHR: no context is shared with EGL.
#include "core/context.h"

using namespace runtime;

cl_mem clCreateFromEGLImageKHR(cl_context context, CLeglDisplayKHR, CLeglImageKHR, cl_mem_flags,
                               const cl_egl_image_properties_khr*, cl_int* errcode_ret) {
  return create(errcode_ret, [&]() -> cl_mem {
    require(context);
    fail(CL_INVALID_CONTEXT);
  });
}
