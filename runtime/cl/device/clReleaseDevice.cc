// clReleaseDevice: whole devices are not counted.
#include "core/platform.h"

using namespace runtime;

cl_int clReleaseDevice(cl_device_id device) {
  return status([&] {
    if (require(device)->parent) release_handle(device);
  });
}
