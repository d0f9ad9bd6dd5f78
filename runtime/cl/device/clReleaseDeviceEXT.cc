// clReleaseDeviceEXT.
#include "core/platform.h"

using namespace runtime;

cl_int clReleaseDeviceEXT(cl_device_id device) {
  return clReleaseDevice(device);
}
