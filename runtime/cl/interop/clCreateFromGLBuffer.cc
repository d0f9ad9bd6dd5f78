// clCreateFromGLBuffer: no context is shared with OpenGL.
#include "core/context.h"

using namespace runtime;

cl_mem clCreateFromGLBuffer(cl_context context, cl_mem_flags, cl_GLuint, cl_int* errcode_ret) {
  return create(errcode_ret, [&]() -> cl_mem {
    require(context);
    fail(CL_INVALID_CONTEXT);
  });
}
