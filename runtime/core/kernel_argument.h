// Values of kernel arguments.
#pragma once
#include "core/kernel.h"

namespace runtime {

/** Sets a value as clSetKernelArg does, after its checks. CL_INVALID_ARG_*, CL_INVALID_SAMPLER ... */
void set_argument(_cl_kernel::Value& value, const ArgumentRecord& argument, size_t size, const void* arg_value);

}  // namespace runtime
