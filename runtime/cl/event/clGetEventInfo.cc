// clGetEventInfo.
#include "core/query.h"
#include "core/scheduler.h"

using namespace runtime;

cl_int clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size, void* param_value,
                      size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_event> object = require(event);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_EVENT_COMMAND_QUEUE: return reply.value<cl_command_queue>(object->queue.get());
      case CL_EVENT_CONTEXT: return reply.value<cl_context>(object->context.get());
      case CL_EVENT_COMMAND_TYPE: return reply.value<cl_command_type>(object->type);
      case CL_EVENT_COMMAND_EXECUTION_STATUS: return reply.value<cl_int>(current_status(*object));
      case CL_EVENT_REFERENCE_COUNT: return reply.value<cl_uint>(object->api_references);
      default: fail(CL_INVALID_VALUE);
    }
  });
}
