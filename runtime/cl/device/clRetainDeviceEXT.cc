// clRetainDeviceEXT.
#include "core/platform.h"

using namespace runtime;

cl_int clRetainDeviceEXT(cl_device_id device) {
  return clRetainDevice(device);
}
