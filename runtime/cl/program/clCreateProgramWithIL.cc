// clCreateProgramWithIL: the devices take no intermediate language.
#include "core/program.h"

using namespace runtime;

cl_program clCreateProgramWithIL(cl_context context, const void* il, size_t length, cl_int* errcode_ret) {
  return create(errcode_ret, [&]() -> cl_program {
    require(context);
    check(il && length, CL_INVALID_VALUE);
    fail(CL_INVALID_OPERATION);
  });
}
