// clGetCommandBufferInfoKHR.
#include "core/command_buffer.h"
#include "core/query.h"

using namespace runtime;
using namespace runtime::khr;

cl_int khr::clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer, cl_uint param_name,
                                      size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_command_buffer_khr> buffer = require(command_buffer);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    std::lock_guard<std::mutex> lock(buffer->mutex);
    switch (param_name) {
      case kInfoQueues: return reply.value<cl_command_queue>(buffer->queue.get());
      case kInfoQueueCount: return reply.value<cl_uint>(1);
      case kInfoReferenceCount: return reply.value<cl_uint>(buffer->api_references);
      case kInfoState: return reply.value<cl_uint>(buffer->state());
      case kInfoProperties: return reply.list(buffer->properties);
      case kInfoContext: return reply.value<cl_context>(buffer->queue->context.get());
      default: fail(CL_INVALID_VALUE);
    }
  });
}
