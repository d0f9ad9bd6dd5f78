// clGetProgramBuildInfo.
#include "core/program.h"
#include "core/query.h"

using namespace runtime;

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info param_name,
                             size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_program> object = require(program);
    std::lock_guard<std::mutex> lock(object->mutex);
    const DeviceProgram* entry = object->find(device);
    check(entry != nullptr, CL_INVALID_DEVICE);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_PROGRAM_BUILD_STATUS: return reply.value<cl_build_status>(entry->status);
      case CL_PROGRAM_BUILD_OPTIONS: return reply.text(entry->options);
      case CL_PROGRAM_BUILD_LOG: return reply.text(entry->log);
      case CL_PROGRAM_BINARY_TYPE:
        return reply.value<cl_program_binary_type>(entry->image ? entry->image->binary_type
                                                                : CL_PROGRAM_BINARY_TYPE_NONE);
      case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE: return reply.value<size_t>(0);
      default: fail(CL_INVALID_VALUE);
    }
  });
}
