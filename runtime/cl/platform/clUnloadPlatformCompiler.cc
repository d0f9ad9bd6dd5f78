// clUnloadPlatformCompiler: there is nothing to unload, the compiler runs outside of this process.
#include "core/platform.h"

using namespace runtime;

cl_int clUnloadPlatformCompiler(cl_platform_id platform) {
  return status([&] { require(platform); });
}
