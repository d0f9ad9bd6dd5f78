// clCreateKernel.
#include "core/kernel.h"

using namespace runtime;

cl_kernel clCreateKernel(cl_program program, const char* kernel_name, cl_int* errcode_ret) {
  return create(errcode_ret, [&] {
    Ref<_cl_program> object = require(program);
    check(kernel_name != nullptr, CL_INVALID_VALUE);
    return hand_out(create_kernel(*object, kernel_name));
  });
}
