// clGetCommandQueueInfo.
#include "core/queue.h"
#include "core/query.h"

using namespace runtime;

cl_int clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name,
                             size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_QUEUE_CONTEXT: return reply.value<cl_context>(queue->context.get());
      case CL_QUEUE_DEVICE: return reply.value<cl_device_id>(queue->device.get());
      case CL_QUEUE_REFERENCE_COUNT: return reply.value<cl_uint>(queue->api_references);
      case CL_QUEUE_PROPERTIES: return reply.value<cl_command_queue_properties>(queue->properties);
      case CL_QUEUE_PROPERTIES_ARRAY: return reply.list(queue->property_list);
      case CL_QUEUE_SIZE: fail(CL_INVALID_COMMAND_QUEUE);  // Only queues on the device have one.
      default: fail(CL_INVALID_VALUE);
    }
  });
}
