// clCreateContext.
#include "core/context.h"

using namespace runtime;

cl_context clCreateContext(const cl_context_properties* properties, cl_uint num_devices, const cl_device_id* devices,
                           void(CL_CALLBACK* pfn_notify)(const char*, const void*, size_t, void*), void* user_data,
                           cl_int* errcode_ret) {
  return create(errcode_ret, [&] {
    std::vector<cl_context_properties> copy = read_context_properties(properties);
    check(devices && num_devices, CL_INVALID_VALUE);
    check(pfn_notify || !user_data, CL_INVALID_VALUE);
    Ref<_cl_context> context = make<_cl_context>();
    for (cl_uint index = 0; index < num_devices; index++) {
      Ref<_cl_device_id> device = require(devices[index]);
      if (!context->contains(device.get())) context->devices.push_back(std::move(device));
    }
    check(platform() != nullptr, CL_DEVICE_NOT_AVAILABLE);  // Also opens the session of a forked child.
    context->properties = std::move(copy);
    context->notify = pfn_notify;
    context->notify_data = user_data;
    return hand_out(std::move(context));
  });
}
