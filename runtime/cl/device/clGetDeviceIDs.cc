// clGetDeviceIDs.
#include "core/platform.h"

using namespace runtime;

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                      cl_device_id* devices, cl_uint* num_devices) {
  return status([&] {
    require_platform(platform);
    const cl_uint count = count_devices(device_type);
    check(devices ? num_entries != 0 : num_devices != nullptr, CL_INVALID_VALUE);
    if (num_devices) *num_devices = count;
    check(count != 0, CL_DEVICE_NOT_FOUND);
    for (cl_uint index = 0; devices && index < count && index < num_entries; index++) {
      devices[index] = &device_at(index);
    }
  });
}
