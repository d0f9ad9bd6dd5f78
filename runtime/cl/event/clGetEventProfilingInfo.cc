// clGetEventProfilingInfo.
#include "core/query.h"
#include "core/scheduler.h"

using namespace runtime;

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name, size_t param_value_size,
                               void* param_value, size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_event> object = require(event);
    check(object->queue && object->queue->is_profiling(), CL_PROFILING_INFO_NOT_AVAILABLE);
    check(current_status(*object) == CL_COMPLETE && object->done, CL_PROFILING_INFO_NOT_AVAILABLE);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_PROFILING_COMMAND_QUEUED: return reply.value(object->queued_ns);
      case CL_PROFILING_COMMAND_SUBMIT: return reply.value(object->submitted_ns);
      case CL_PROFILING_COMMAND_START: return reply.value(object->started_ns);
      case CL_PROFILING_COMMAND_END:
      case CL_PROFILING_COMMAND_COMPLETE: return reply.value(object->ended_ns);
      default: fail(CL_INVALID_VALUE);
    }
  });
}
