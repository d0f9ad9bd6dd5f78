// clFinalizeCommandBufferKHR.
#include "core/replay.h"

using namespace runtime;
using namespace runtime::khr;

cl_int khr::clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return status([&] {
    Ref<_cl_command_buffer_khr> buffer = require(command_buffer);
    std::lock_guard<std::mutex> lock(buffer->mutex);
    check(!buffer->is_finalized, CL_INVALID_OPERATION);
    if (!wants_notes()) buffer->replay = prepare_replay(buffer->commands);
    buffer->is_finalized = true;
  });
}
