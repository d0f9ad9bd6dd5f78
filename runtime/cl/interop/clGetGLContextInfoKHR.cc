// clGetGLContextInfoKHR: no context is shared with OpenGL.
#include "core/failure.h"

using namespace runtime;

cl_int clGetGLContextInfoKHR(const cl_context_properties*, cl_gl_context_info, size_t, void*, size_t*) {
  return CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
}
