// clReleaseCommandBufferKHR.
#include "core/command_buffer.h"

using namespace runtime;
using namespace runtime::khr;

cl_int khr::clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return status([&] { release_handle(command_buffer); });
}
