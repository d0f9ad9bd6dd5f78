// clBuildProgram.
#include "core/program.h"

using namespace runtime;

namespace {

/** Objects and libraries that were loaded as binaries are linked alone. */
bool needs_link(_cl_program& program, const std::vector<Ref<_cl_device_id>>& devices) {
  if (program.has_source) return false;
  std::lock_guard<std::mutex> lock(program.mutex);
  bool needed = false;
  for (const Ref<_cl_device_id>& device : devices) {
    const DeviceProgram& entry = *program.find(device.get());
    check(entry.image != nullptr, CL_INVALID_BINARY);
    needed |= entry.image->binary_type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  }
  return needed;
}

}  // namespace

cl_int clBuildProgram(cl_program program, cl_uint num_devices, const cl_device_id* device_list, const char* options,
                      void(CL_CALLBACK* pfn_notify)(cl_program, void*), void* user_data) {
  return status([&] {
    Ref<_cl_program> object = require(program);
    check(pfn_notify || !user_data, CL_INVALID_VALUE);
    BuildOrder order = {};
    order.devices = select_devices(devices_of(*object), num_devices, device_list);
    order.options = options ? options : "";
    bool links = needs_link(*object, order.devices);
    order.kind = links ? abi::BuildKind_LINK : abi::BuildKind_BUILD;
    if (links) order.inputs.push_back(object);
    // Without a compiler the device refuses, with the reason in the build log.
    begin_build(*object, order);
    cl_int code = start_build(object, std::move(order), pfn_notify, user_data);
    check(code == CL_SUCCESS, code);
  });
}
