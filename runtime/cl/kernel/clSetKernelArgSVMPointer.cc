// clSetKernelArgSVMPointer: the devices have no shared virtual memory.
#include "core/kernel.h"

using namespace runtime;

cl_int clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint, const void*) {
  return status([&] {
    require(kernel);
    fail(CL_INVALID_OPERATION);
  });
}
