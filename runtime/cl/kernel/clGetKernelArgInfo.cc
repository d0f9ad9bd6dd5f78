// clGetKernelArgInfo.
#include "core/kernel.h"
#include "core/query.h"

using namespace runtime;

cl_int clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index, cl_kernel_arg_info param_name,
                          size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_kernel> object = require(kernel);
    check(arg_index < object->values.size(), CL_INVALID_ARG_INDEX);
    const ArgumentRecord& argument = object->record().arguments[arg_index];
    check(param_name >= CL_KERNEL_ARG_ADDRESS_QUALIFIER && param_name <= CL_KERNEL_ARG_NAME, CL_INVALID_VALUE);
    // As AMD's driver answered: also without -cl-kernel-arg-info, where the image has names and types.
    check(!argument.type_name.empty(), CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return reply.value<cl_kernel_arg_address_qualifier>(argument.address_qualifier);
      case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        return reply.value<cl_kernel_arg_access_qualifier>(argument.access_qualifier);
      case CL_KERNEL_ARG_TYPE_QUALIFIER: return reply.value<cl_kernel_arg_type_qualifier>(argument.type_qualifier);
      case CL_KERNEL_ARG_TYPE_NAME: return reply.text(argument.type_name);
      default: return reply.text(argument.name);
    }
  });
}
