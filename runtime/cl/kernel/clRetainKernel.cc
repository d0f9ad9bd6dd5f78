// clRetainKernel.
#include "core/kernel.h"

using namespace runtime;

cl_int clRetainKernel(cl_kernel kernel) {
  return status([&] { retain_handle(kernel); });
}
