// clGetGLObjectInfo: no context is shared with OpenGL.
#include "core/mem.h"

using namespace runtime;

cl_int clGetGLObjectInfo(cl_mem memobj, cl_gl_object_type*, cl_GLuint*) {
  return status([&] {
    require(memobj);
    fail(CL_INVALID_GL_OBJECT);
  });
}
