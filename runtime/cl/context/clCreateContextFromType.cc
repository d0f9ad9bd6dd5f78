// clCreateContextFromType.
#include "core/context.h"

using namespace runtime;

cl_context clCreateContextFromType(const cl_context_properties* properties, cl_device_type device_type,
                                   void(CL_CALLBACK* pfn_notify)(const char*, const void*, size_t, void*),
                                   void* user_data, cl_int* errcode_ret) {
  cl_uint count = 0;
  std::vector<cl_device_id> devices;
  cl_int error = status([&] {
    read_context_properties(properties);
    check(pfn_notify || !user_data, CL_INVALID_VALUE);
    count = count_devices(device_type);
    check(count != 0, CL_DEVICE_NOT_FOUND);
    for (cl_uint index = 0; index < count; index++) devices.push_back(&device_at(index));
  });
  if (error) {
    if (errcode_ret) *errcode_ret = error;
    return nullptr;
  }
  return clCreateContext(properties, count, devices.data(), pfn_notify, user_data, errcode_ret);
}
