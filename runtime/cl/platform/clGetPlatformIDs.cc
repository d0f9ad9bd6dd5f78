// clGetPlatformIDs, and its form for the ICD loader.
#include "core/platform.h"

using namespace runtime;

namespace {

cl_int list_platforms(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms, cl_int none,
                      const char* call = __builtin_FUNCTION()) {
  return status([&] {
    check(platforms ? num_entries != 0 : num_platforms != nullptr, CL_INVALID_VALUE);
    cl_platform_id found = platform();
    if (num_platforms) *num_platforms = found ? 1 : 0;
    if (found && platforms) platforms[0] = found;
    if (!found) fail(none);
  }, call);
}

}  // namespace

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms) {
  return list_platforms(num_entries, platforms, num_platforms, CL_SUCCESS);
}

cl_int clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms) {
  return list_platforms(num_entries, platforms, num_platforms, CL_PLATFORM_NOT_FOUND_KHR);
}
