// clSetKernelExecInfo: all its parameters belong to shared virtual memory.
#include "core/kernel.h"

using namespace runtime;

cl_int clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info, size_t, const void*) {
  return status([&] {
    require(kernel);
    fail(CL_INVALID_OPERATION);
  });
}
