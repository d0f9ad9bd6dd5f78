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
    cl_int code = clGetDeviceIDs(nullptr, device_type, 0, nullptr, &count);
    check(code == CL_SUCCESS, code == CL_INVALID_PLATFORM ? CL_DEVICE_NOT_FOUND : code);
    devices.resize(count);
    check(clGetDeviceIDs(nullptr, device_type, count, devices.data(), nullptr) == CL_SUCCESS, CL_DEVICE_NOT_FOUND);
  });
  if (error) {
    if (errcode_ret) *errcode_ret = error;
    return nullptr;
  }
  return clCreateContext(properties, count, devices.data(), pfn_notify, user_data, errcode_ret);
}
