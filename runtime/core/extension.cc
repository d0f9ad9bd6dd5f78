// Functions that programs request by name.
#include "core/extension.h"

#include <string.h>

#include "core/opencl.h"

namespace runtime {

void* extension_function(const char* name) {
  static const struct {
    const char* name;
    void* function;
  } kFunctions[] = {
      {"clIcdGetPlatformIDsKHR", reinterpret_cast<void*>(clIcdGetPlatformIDsKHR)},
      {"clGetPlatformInfo", reinterpret_cast<void*>(clGetPlatformInfo)},
  };
  if (!name) return nullptr;
  for (const auto& entry : kFunctions) {
    if (strcmp(entry.name, name) == 0) return entry.function;
  }
  return nullptr;
}

}  // namespace runtime
