// clCreateSubDevicesEXT: cl_ext_device_fission is an extension of CPU devices; clCreateSubDevices is offered.
#include "core/platform.h"

using namespace runtime;

cl_int clCreateSubDevicesEXT(cl_device_id device, const cl_device_partition_property_ext*, cl_uint, cl_device_id*,
                             cl_uint*) {
  return status([&] {
    require(device);
    fail(CL_INVALID_VALUE);
  });
}
