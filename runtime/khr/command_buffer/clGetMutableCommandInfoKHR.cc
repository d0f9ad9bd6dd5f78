// clGetMutableCommandInfoKHR.
#include "core/command_buffer.h"
#include "core/query.h"

using namespace runtime;
using namespace runtime::khr;

cl_int khr::clGetMutableCommandInfoKHR(cl_mutable_command_khr command, cl_uint param_name, size_t param_value_size,
                                       void* param_value, size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_mutable_command_khr> handle = require(command);
    Ref<_cl_command_buffer_khr> buffer = acquire(handle->buffer);
    check(static_cast<bool>(buffer), kInvalidMutableCommand);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    std::lock_guard<std::mutex> lock(buffer->mutex);
    const RecordedCommand& recorded = buffer->commands[handle->index];
    const RecordedKernel& kernel = *recorded.kernel;
    const size_t bytes = kernel.dimensions * sizeof(size_t);
    switch (param_name) {
      case kCommandQueue: return reply.value<cl_command_queue>(buffer->queue.get());
      case kCommandBuffer: return reply.value<cl_command_buffer_khr>(buffer.get());
      case kCommandType: return reply.value<cl_command_type>(recorded.type);
      case kCommandProperties: return reply.list(handle->properties);
      case kDispatchKernel: return reply.value<cl_kernel>(kernel.kernel.get());
      case kDispatchDimensions: return reply.value<cl_uint>(kernel.dimensions);
      case kDispatchGlobalOffset: return reply.bytes(kernel.offset.data(), bytes);
      case kDispatchGlobalSize: return reply.bytes(kernel.global.data(), bytes);
      case kDispatchLocalSize: return reply.bytes(kernel.local.data(), bytes);
      default: fail(CL_INVALID_VALUE);
    }
  });
}
