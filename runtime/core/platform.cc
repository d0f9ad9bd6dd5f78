// Platform and whole devices are made once in a process and stay.
#include "core/platform.h"

#include <stdio.h>

#include <deque>
#include <mutex>

#include "core/per_process.h"
#include "core/session.h"

namespace runtime {
namespace {

struct Devices {
  std::mutex mutex;
  bool ready = false;
};

PerProcess<Devices> state;
_cl_platform_id* the_platform;
std::deque<_cl_device_id*>* the_devices;

/** True when there is a session and the handles exist. */
bool prepare() {
  Session* open = session();
  if (!open) return false;
  std::lock_guard<std::mutex> lock(state->mutex);
  if (state->ready) return true;
  if (!the_platform) {
    the_platform = new _cl_platform_id;
    the_devices = new std::deque<_cl_device_id*>;
    for (const abi::DeviceInfo& info : open->devices) the_devices->push_back(new _cl_device_id(info));
    publish_platform();
  }
  return state->ready = true;
}

}  // namespace

_cl_platform_id* platform() { return prepare() ? the_platform : nullptr; }

void require_platform(cl_platform_id handle) {
  if (!handle) {
    check(platform() != nullptr, CL_INVALID_PLATFORM);
  } else {
    require(handle);
  }
}

cl_uint device_count() { return prepare() ? static_cast<cl_uint>(the_devices->size()) : 0; }

_cl_device_id& device_at(cl_uint index) { return *(*the_devices)[index]; }

void publish_platform() {
  if (!the_platform) return;
  publish(*the_platform);
  for (_cl_device_id* device : *the_devices) publish(*device);
}

std::string platform_version() {
  Session* open = session();
  return std::string("OpenCL 1.2 Atoll ") + (open ? open->release : "");
}

cl_uint count_devices(cl_device_type type) {
  constexpr cl_device_type kKnown = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                    CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
  // Programs that keep a type in an int (OpenCV does) extend the sign of CL_DEVICE_TYPE_ALL.
  const bool every = (type & CL_DEVICE_TYPE_ALL) == CL_DEVICE_TYPE_ALL;
  check(every || (type && !(type & ~kKnown)), CL_INVALID_DEVICE_TYPE);
  const cl_uint all = device_count();
  if (type & CL_DEVICE_TYPE_GPU) return all;
  return type & CL_DEVICE_TYPE_DEFAULT && all ? 1 : 0;
}

std::string device_extensions(const _cl_device_id& device) {
  std::string list;
  for (const abi::Extension& extension : abi::kExtensions) {
    if ((device.info.flags & extension.needs) != extension.needs) continue;
    if (!list.empty()) list += ' ';
    list += extension.name;
  }
  return list;
}

cl_name_version name_version(const char* name, cl_version version) {
  cl_name_version result = {};
  result.version = version;
  snprintf(result.name, sizeof result.name, "%s", name);
  return result;
}

std::vector<cl_name_version> versioned_extensions(const _cl_device_id& device) {
  std::vector<cl_name_version> list;
  for (const abi::Extension& extension : abi::kExtensions) {
    if ((device.info.flags & extension.needs) != extension.needs) continue;
    list.push_back(name_version(extension.name, CL_MAKE_VERSION(extension.major, extension.minor, extension.patch)));
  }
  return list;
}

}  // namespace runtime

_cl_device_id::_cl_device_id(const runtime::abi::DeviceInfo& info)
    : Object(kKind, [](Object*) {}), info(info), compute_units(info.compute_units) {}

_cl_device_id::_cl_device_id(_cl_device_id& parent, cl_uint compute_units,
                             const cl_device_partition_property* properties)
    : Object(kKind, runtime::destroy_as<_cl_device_id>),
      info(parent.info),
      parent(parent),
      compute_units(compute_units) {
  // BY_COUNTS carries a list with its own end before the final 0.
  size_t length = 0;
  while (properties[length]) length++;
  if (properties[0] == CL_DEVICE_PARTITION_BY_COUNTS) length++;
  partition.assign(properties, length + 1);
}
