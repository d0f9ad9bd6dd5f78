// Choice of platform and device, and features of a device.
#pragma once

#include <string>
#include <vector>

#include "error.hpp"
#include "options.hpp"

namespace bench {

/** One OpenCL device. A handle only: root devices need no release. */
class Device {
 public:
  explicit Device(cl_device_id id) : id_(id) {}
  cl_device_id id() const { return id_; }

  /** A fixed-size property, for example info<cl_uint>(CL_DEVICE_MAX_COMPUTE_UNITS). */
  template <typename T>
  T info(cl_device_info parameter) const {
    T value{};
    check(clGetDeviceInfo(id_, parameter, sizeof value, &value, nullptr), "clGetDeviceInfo");
    return value;
  }

  std::string text(cl_device_info parameter) const {
    size_t length = 0;
    check(clGetDeviceInfo(id_, parameter, 0, nullptr, &length), "clGetDeviceInfo");
    std::string value(length, '\0');
    if (length) check(clGetDeviceInfo(id_, parameter, length, &value[0], nullptr), "clGetDeviceInfo");
    return value.c_str();
  }

  bool hasExtension(const std::string& name) const {
    return (" " + text(CL_DEVICE_EXTENSIONS) + " ").find(" " + name + " ") != std::string::npos;
  }

  void requireImages() const {
    if (!info<cl_bool>(CL_DEVICE_IMAGE_SUPPORT)) throw Unsupported("images");
  }
  void requireDouble() const {
    if (!hasExtension("cl_khr_fp64") && !hasExtension("cl_amd_fp64")) throw Unsupported("double precision");
  }
  void requireExtension(const std::string& name) const {
    if (!hasExtension(name)) throw Unsupported(name);
  }
  void requireLocalMemory(size_t bytes) const {
    if (info<cl_ulong>(CL_DEVICE_LOCAL_MEM_SIZE) < bytes)
      throw Unsupported(std::to_string(bytes) + " bytes of local memory");
  }

 private:
  cl_device_id id_;
};

inline std::vector<cl_platform_id> platforms() {
  cl_uint count = 0;
  const cl_int status = clGetPlatformIDs(0, nullptr, &count);
  if (status != CL_SUCCESS || count == 0) throw Error("no OpenCL platform is installed");
  std::vector<cl_platform_id> ids(count);
  check(clGetPlatformIDs(count, ids.data(), nullptr), "clGetPlatformIDs");
  return ids;
}

inline std::string platformName(cl_platform_id platform) {
  size_t length = 0;
  check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, nullptr, &length), "clGetPlatformInfo");
  std::string name(length, '\0');
  check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, length, &name[0], nullptr), "clGetPlatformInfo");
  return name.c_str();
}

inline std::vector<Device> devicesOf(cl_platform_id platform, cl_device_type type) {
  cl_uint count = 0;
  const cl_int status = clGetDeviceIDs(platform, type, 0, nullptr, &count);
  if (status == CL_DEVICE_NOT_FOUND || count == 0) return {};
  check(status, "clGetDeviceIDs");
  std::vector<cl_device_id> ids(count);
  check(clGetDeviceIDs(platform, type, count, ids.data(), nullptr), "clGetDeviceIDs");
  std::vector<Device> devices;
  for (cl_device_id id : ids) devices.emplace_back(id);
  return devices;
}

/** The device that --device and --platform request; without --device any, but a GPU where one is present. */
inline Device chooseDevice(const Options& options) {
  const std::string& wanted = options.text("device");
  const cl_device_type type = wanted == "cpu"   ? CL_DEVICE_TYPE_CPU
                              : wanted == "gpu" ? CL_DEVICE_TYPE_GPU
                                                : CL_DEVICE_TYPE_ALL;
  std::vector<Device> candidates;
  for (cl_platform_id platform : platforms()) {
    if (platformName(platform).find(options.text("platform")) == std::string::npos) continue;
    for (const Device& device : devicesOf(platform, type)) candidates.push_back(device);
  }
  if (candidates.empty()) throw Error("no OpenCL device matches --device and --platform");
  for (const Device& device : candidates)
    if (device.info<cl_device_type>(CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU) return device;
  return candidates.front();
}

}  // namespace bench
