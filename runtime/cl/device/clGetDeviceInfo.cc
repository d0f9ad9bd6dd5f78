// clGetDeviceInfo: dispatches to the tables of core/device_info.
#include "core/device_info.h"

using namespace runtime;

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size, void* param_value,
                       size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_device_id> target = require(device);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    bool known = reply_identity(*target, param_name, reply) || reply_limits(*target, param_name, reply) ||
                 reply_images(*target, param_name, reply) || reply_versions(*target, param_name, reply) ||
                 reply_command_buffers(*target, param_name, reply) || reply_amd(*target, param_name, reply);
    check(known, CL_INVALID_VALUE);
  });
}
