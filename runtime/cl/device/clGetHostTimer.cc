// clGetHostTimer: CLOCK_MONOTONIC.
#include "core/futex.h"
#include "core/platform.h"

using namespace runtime;

cl_int clGetHostTimer(cl_device_id device, cl_ulong* host_timestamp) {
  return status([&] {
    require(device);
    check(host_timestamp != nullptr, CL_INVALID_VALUE);
    *host_timestamp = now_ns();
  });
}
