// clCreateFromGLTexture2D: no context is shared with OpenGL.
#include "core/context.h"

using namespace runtime;

cl_mem clCreateFromGLTexture2D(cl_context context, cl_mem_flags, cl_GLenum, cl_GLint, cl_GLuint, cl_int* errcode_ret) {
  return create(errcode_ret, [&]() -> cl_mem {
    require(context);
    fail(CL_INVALID_CONTEXT);
  });
}
