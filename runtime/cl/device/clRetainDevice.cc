// clRetainDevice: whole devices are not counted.
#include "core/platform.h"

using namespace runtime;

cl_int clRetainDevice(cl_device_id device) {
  return status([&] {
    if (require(device)->parent) retain_handle(device);
  });
}
