// clCreateSubDevices: a part of the compute units, which runs on the same simulated chip.
#include <vector>

#include "core/platform.h"

using namespace runtime;

namespace {

std::vector<cl_uint> partition_equally(cl_uint available, cl_device_partition_property size) {
  check(size > 0, CL_INVALID_VALUE);
  check(static_cast<uint64_t>(size) <= available, CL_INVALID_DEVICE_PARTITION_COUNT);
  // One part with all compute units is no partition: OpenCL's conformance tests request this error.
  check(static_cast<uint64_t>(size) < available, CL_DEVICE_PARTITION_FAILED);
  return std::vector<cl_uint>(available / static_cast<cl_uint>(size), static_cast<cl_uint>(size));
}

std::vector<cl_uint> partition_by_counts(cl_uint available, const cl_device_partition_property* counts) {
  std::vector<cl_uint> parts;
  uint64_t total = 0;
  for (; *counts != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; counts++) {
    check(*counts > 0, CL_INVALID_DEVICE_PARTITION_COUNT);
    total += static_cast<uint64_t>(*counts);
    check(total <= available, CL_INVALID_DEVICE_PARTITION_COUNT);
    parts.push_back(static_cast<cl_uint>(*counts));
  }
  check(!parts.empty(), CL_INVALID_DEVICE_PARTITION_COUNT);
  return parts;
}

}  // namespace

cl_int clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property* properties, cl_uint num_devices,
                          cl_device_id* out_devices, cl_uint* num_devices_ret) {
  return status([&] {
    Ref<_cl_device_id> device = require(in_device);
    check(properties != nullptr, CL_INVALID_VALUE);
    std::vector<cl_uint> parts;
    if (properties[0] == CL_DEVICE_PARTITION_EQUALLY) {
      parts = partition_equally(device->compute_units, properties[1]);
    } else if (properties[0] == CL_DEVICE_PARTITION_BY_COUNTS) {
      parts = partition_by_counts(device->compute_units, properties + 1);
    } else {
      fail(CL_INVALID_VALUE);
    }
    check(!out_devices || num_devices >= parts.size(), CL_INVALID_VALUE);
    check(out_devices || num_devices_ret, CL_INVALID_VALUE);
    if (num_devices_ret) *num_devices_ret = static_cast<cl_uint>(parts.size());
    for (size_t index = 0; out_devices && index < parts.size(); index++) {
      out_devices[index] = hand_out(make<_cl_device_id>(*device, parts[index], properties));
    }
  });
}
