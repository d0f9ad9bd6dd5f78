// clCreatePipe: the devices have no pipes.
#include "core/context.h"

using namespace runtime;

cl_mem clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties*,
                    cl_int* errcode_ret) {
  return create(errcode_ret, [&]() -> cl_mem {
    require(context);
    fail(CL_INVALID_OPERATION);
  });
}
