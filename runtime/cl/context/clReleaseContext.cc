// clReleaseContext.
#include "core/context.h"

using namespace runtime;

cl_int clReleaseContext(cl_context context) {
  return status([&] { release_handle(context); });
}
