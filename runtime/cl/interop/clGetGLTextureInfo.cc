// clGetGLTextureInfo: no context is shared with OpenGL.
#include "core/mem.h"

using namespace runtime;

cl_int clGetGLTextureInfo(cl_mem memobj, cl_gl_texture_info, size_t, void*, size_t*) {
  return status([&] {
    require(memobj);
    fail(CL_INVALID_GL_OBJECT);
  });
}
