// The one platform, and the devices that the simulator offers.
#pragma once
#include <string>
#include <vector>

#include "core/object.h"
#include "generated/abi.h"

struct _cl_platform_id : runtime::Object {
  static constexpr runtime::Kind kKind = runtime::Kind::Platform;
  static constexpr cl_int kInvalid = CL_INVALID_PLATFORM;
  _cl_platform_id() : Object(kKind, [](Object*) {}) {}
};

struct _cl_device_id : runtime::Object {
  static constexpr runtime::Kind kKind = runtime::Kind::Device;
  static constexpr cl_int kInvalid = CL_INVALID_DEVICE;
  /** A whole device: never destroyed. */
  explicit _cl_device_id(const runtime::abi::DeviceInfo& info);
  /** A sub-device with some of the compute units of its parent. */
  _cl_device_id(_cl_device_id& parent, cl_uint compute_units, const cl_device_partition_property* properties);

  const runtime::abi::DeviceInfo info;
  const runtime::Ref<_cl_device_id> parent;
  const cl_uint compute_units;
  /** How clCreateSubDevices made it, with the final 0; empty for a whole device. */
  std::basic_string<cl_device_partition_property> partition;

  bool has(uint32_t flag) const { return (info.flags & flag) != 0; }
};

namespace runtime {

/** The platform; nullptr outside of `atoll run`. */
_cl_platform_id* platform();

/** The handle for which NULL may stand; CL_INVALID_PLATFORM otherwise. */
void require_platform(cl_platform_id handle);

/** Whole devices: `index` below device_count(). */
cl_uint device_count();
_cl_device_id& device_at(cl_uint index);
/** How many are of a type, from the first on; CL_INVALID_DEVICE_TYPE for an invalid type. */
cl_uint count_devices(cl_device_type type);

/** In a forked child: platform and devices stay valid, since they hold nothing of a session. */
void publish_platform();

std::string platform_version();
/** CL_DEVICE_EXTENSIONS: supported ones only. */
std::string device_extensions(const _cl_device_id& device);
/** The same with their versions. */
std::vector<cl_name_version> versioned_extensions(const _cl_device_id& device);

/** OpenCL 1.2, of platform, devices and OpenCL C. */
inline constexpr cl_version kVersion = CL_MAKE_VERSION(1, 2, 0);
/** A name with its version, as version queries report it. */
cl_name_version name_version(const char* name, cl_version version);

}  // namespace runtime
