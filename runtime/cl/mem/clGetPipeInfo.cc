// clGetPipeInfo: no object is a pipe.
#include "core/failure.h"

using namespace runtime;

cl_int clGetPipeInfo(cl_mem, cl_pipe_info, size_t, void*, size_t*) {
  return CL_INVALID_MEM_OBJECT;
}
