// clUpdateMutableCommandsKHR.
#include "core/command_buffer.h"

using namespace runtime;
using namespace runtime::khr;

cl_int khr::clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer, cl_uint num_configs,
                                       const cl_uint* config_types, const void** configs) {
  return status([&] {
    Ref<_cl_command_buffer_khr> buffer = require(command_buffer);
    std::lock_guard<std::mutex> lock(buffer->mutex);
    check(buffer->is_finalized && buffer->is_mutable(), CL_INVALID_OPERATION);
    check((num_configs == 0) == (config_types == nullptr), CL_INVALID_VALUE);
    check((num_configs == 0) == (configs == nullptr), CL_INVALID_VALUE);
    std::vector<const DispatchConfig*> changes;
    for (cl_uint index = 0; index < num_configs; index++) {
      check(config_types[index] == kUpdateDispatchConfig && configs[index], CL_INVALID_VALUE);
      changes.push_back(static_cast<const DispatchConfig*>(configs[index]));
    }
    update_commands(*buffer, changes);
  });
}
