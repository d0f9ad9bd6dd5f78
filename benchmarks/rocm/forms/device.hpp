// The GPU that a suite's program runs on, through HIP: stands in for common/device.hpp.
#pragma once

#include <hip/hip_runtime_api.h>

#include <string>

#include "error.hpp"
#include "options.hpp"

namespace bench {

/** Throws Error naming the call when HIP refused it. */
inline void check(hipError_t status, const std::string& call) {
  if (status != hipSuccess) throw Error(call + " failed: " + hipGetErrorName(status));
}

class Device {
 public:
  explicit Device(int id) : id_(id) {}
  int id() const { return id_; }

  /** Its name, which programs of the suite query as CL_DEVICE_NAME. */
  std::string text(cl_device_info) const {
    hipDeviceProp_t properties;
    check(hipGetDeviceProperties(&properties, id_), "hipGetDeviceProperties");
    return properties.name;
  }

 private:
  int id_;
};

inline Device chooseDevice(const Options&) {
  check(hipSetDevice(0), "hipSetDevice");
  // By default the runtime polls the GPU, which would count as processor time.
  check(hipSetDeviceFlags(hipDeviceScheduleBlockingSync), "hipSetDeviceFlags");
  return Device(0);
}

}  // namespace bench
