// clGetKernelSubGroupInfo: the devices do not offer sub-groups.
#include "core/kernel.h"

using namespace runtime;

cl_int clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id, cl_kernel_sub_group_info, size_t, const void*, size_t,
                               void*, size_t*) {
  return status([&] {
    require(kernel);
    fail(CL_INVALID_OPERATION);
  });
}
