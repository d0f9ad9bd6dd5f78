// Answers of clGetDeviceInfo, in groups. Each function is false for a parameter of another group.
#pragma once
#include "core/platform.h"
#include "core/query.h"

namespace runtime {

bool reply_identity(_cl_device_id& device, cl_device_info name, Reply& reply);
bool reply_limits(_cl_device_id& device, cl_device_info name, Reply& reply);
bool reply_images(_cl_device_id& device, cl_device_info name, Reply& reply);
/** cl_khr_extended_versioning. */
bool reply_versions(_cl_device_id& device, cl_device_info name, Reply& reply);
/** cl_khr_command_buffer and cl_khr_command_buffer_mutable_dispatch. */
bool reply_command_buffers(_cl_device_id& device, cl_device_info name, Reply& reply);
bool reply_amd(_cl_device_id& device, cl_device_info name, Reply& reply);

}  // namespace runtime
