// clGetDeviceIDs.
#include "core/platform.h"

using namespace runtime;

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                      cl_device_id* devices, cl_uint* num_devices) {
  return status([&] {
    require_platform(platform);
    constexpr cl_device_type kKnown = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                      CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    check(device_type == CL_DEVICE_TYPE_ALL || (device_type && !(device_type & ~kKnown)), CL_INVALID_DEVICE_TYPE);
    check(devices ? num_entries != 0 : num_devices != nullptr, CL_INVALID_VALUE);
    cl_uint count = device_count();
    if (!(device_type & CL_DEVICE_TYPE_GPU)) count = device_type & CL_DEVICE_TYPE_DEFAULT && count ? 1 : 0;
    if (num_devices) *num_devices = count;
    check(count != 0, CL_DEVICE_NOT_FOUND);
    for (cl_uint index = 0; devices && index < count && index < num_entries; index++) {
      devices[index] = &device_at(index);
    }
  });
}
