// clSetKernelArg.
#include "core/kernel_argument.h"

using namespace runtime;

cl_int clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void* arg_value) {
  return status([&] {
    Ref<_cl_kernel> object = require(kernel);
    check(arg_index < object->values.size(), CL_INVALID_ARG_INDEX);
    std::lock_guard<std::mutex> lock(object->mutex);
    set_argument(object->values[arg_index], object->record().arguments[arg_index], arg_size, arg_value);
  });
}
