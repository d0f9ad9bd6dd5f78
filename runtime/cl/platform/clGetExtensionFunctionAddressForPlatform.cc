// clGetExtensionFunctionAddressForPlatform.
#include "core/extension.h"
#include "core/platform.h"

using namespace runtime;

void* clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char* func_name) {
  return status([&] { require(platform); }) == CL_SUCCESS ? extension_function(func_name) : nullptr;
}
