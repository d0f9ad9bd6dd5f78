// clReleaseKernel.
#include "core/kernel.h"

using namespace runtime;

cl_int clReleaseKernel(cl_kernel kernel) {
  return status([&] { release_handle(kernel); });
}
