// clGetKernelInfo.
#include "core/kernel.h"
#include "core/query.h"

using namespace runtime;

cl_int clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name, size_t param_value_size, void* param_value,
                       size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_kernel> object = require(kernel);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_KERNEL_FUNCTION_NAME: return reply.text(object->name);
      case CL_KERNEL_NUM_ARGS: return reply.value(static_cast<cl_uint>(object->values.size()));
      case CL_KERNEL_REFERENCE_COUNT: return reply.value<cl_uint>(object->api_references);
      case CL_KERNEL_CONTEXT: return reply.value<cl_context>(object->program->context.get());
      case CL_KERNEL_PROGRAM: return reply.value<cl_program>(object->program.get());
      case CL_KERNEL_ATTRIBUTES: return reply.text(object->record().attributes);
      default: fail(CL_INVALID_VALUE);
    }
  });
}
