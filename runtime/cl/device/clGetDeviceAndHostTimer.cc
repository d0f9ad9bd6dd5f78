// clGetDeviceAndHostTimer: both are CLOCK_MONOTONIC.
#include "core/futex.h"
#include "core/platform.h"

using namespace runtime;

cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong* device_timestamp, cl_ulong* host_timestamp) {
  return status([&] {
    require(device);
    check(device_timestamp && host_timestamp, CL_INVALID_VALUE);
    *device_timestamp = *host_timestamp = now_ns();
  });
}
