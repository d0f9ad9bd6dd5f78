// clRetainCommandBufferKHR.
#include "core/command_buffer.h"

using namespace runtime;
using namespace runtime::khr;

cl_int khr::clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return status([&] { retain_handle(command_buffer); });
}
