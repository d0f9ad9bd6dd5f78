// Functions that programs request by name.
#include "core/extension.h"

#include <string.h>

#include "core/command_buffer_api.h"

namespace runtime {

void* extension_function(const char* name) {
#define KHR_FUNCTION(function) {#function, reinterpret_cast<void*>(khr::function)}
  static const struct {
    const char* name;
    void* function;
  } kFunctions[] = {
      {"clIcdGetPlatformIDsKHR", reinterpret_cast<void*>(clIcdGetPlatformIDsKHR)},
      {"clCreateProgramWithILKHR", reinterpret_cast<void*>(clCreateProgramWithIL)},
      {"clGetPlatformInfo", reinterpret_cast<void*>(clGetPlatformInfo)},
      KHR_FUNCTION(clCommandBarrierWithWaitListKHR),
      KHR_FUNCTION(clCommandCopyBufferKHR),
      KHR_FUNCTION(clCommandCopyBufferRectKHR),
      KHR_FUNCTION(clCommandCopyBufferToImageKHR),
      KHR_FUNCTION(clCommandCopyImageKHR),
      KHR_FUNCTION(clCommandCopyImageToBufferKHR),
      KHR_FUNCTION(clCommandFillBufferKHR),
      KHR_FUNCTION(clCommandFillImageKHR),
      KHR_FUNCTION(clCommandNDRangeKernelKHR),
      KHR_FUNCTION(clCommandSVMMemFillKHR),
      KHR_FUNCTION(clCommandSVMMemcpyKHR),
      KHR_FUNCTION(clCreateCommandBufferKHR),
      KHR_FUNCTION(clEnqueueCommandBufferKHR),
      KHR_FUNCTION(clFinalizeCommandBufferKHR),
      KHR_FUNCTION(clGetCommandBufferInfoKHR),
      KHR_FUNCTION(clGetMutableCommandInfoKHR),
      KHR_FUNCTION(clReleaseCommandBufferKHR),
      KHR_FUNCTION(clRetainCommandBufferKHR),
      KHR_FUNCTION(clUpdateMutableCommandsKHR),
  };
#undef KHR_FUNCTION
  if (!name) return nullptr;
  for (const auto& entry : kFunctions) {
    if (strcmp(entry.name, name) == 0) return entry.function;
  }
  return nullptr;
}

}  // namespace runtime
