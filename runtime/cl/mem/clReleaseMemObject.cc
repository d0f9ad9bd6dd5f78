// clReleaseMemObject.
#include "core/mem.h"

using namespace runtime;

cl_int clReleaseMemObject(cl_mem memobj) {
  return status([&] { release_handle(memobj); });
}
