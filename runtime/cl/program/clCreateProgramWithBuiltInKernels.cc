// clCreateProgramWithBuiltInKernels: the devices have none.
#include "core/program.h"

using namespace runtime;

cl_program clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices, const cl_device_id* device_list,
                                             const char* kernel_names, cl_int* errcode_ret) {
  return create(errcode_ret, [&]() -> cl_program {
    Ref<_cl_context> owner = require(context);
    check(num_devices && device_list && kernel_names, CL_INVALID_VALUE);
    select_devices(owner->devices, num_devices, device_list);
    fail(CL_INVALID_VALUE);
  });
}
