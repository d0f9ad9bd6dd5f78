// clGetKernelWorkGroupInfo.
#include <array>

#include "core/kernel.h"
#include "core/query.h"

using namespace runtime;

namespace {

const _cl_kernel::Instance& instance_for(const _cl_kernel& kernel, cl_device_id device) {
  if (!device) {
    check(kernel.instances.size() == 1, CL_INVALID_DEVICE);
    return kernel.instances[0];
  }
  require(device);
  const _cl_kernel::Instance* instance = kernel.find(device);
  check(instance != nullptr, CL_INVALID_DEVICE);
  return *instance;
}

/** Static LDS, and the sizes set for __local arguments so far. */
cl_ulong local_memory(_cl_kernel& kernel, const KernelRecord& record) {
  std::lock_guard<std::mutex> lock(kernel.mutex);
  cl_ulong size = record.lds_size;
  for (const _cl_kernel::Value& value : kernel.values) size += value.local_size;
  return size;
}

}  // namespace

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info param_name,
                                size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_kernel> object = require(kernel);
    const KernelRecord& record = *instance_for(*object, device).record;
    Reply reply(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_KERNEL_WORK_GROUP_SIZE: return reply.value<size_t>(record.work_group_size);
      case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: {
        const uint32_t* size = record.reqd_work_group_size;
        return reply.value(std::array<size_t, 3>{size[0], size[1], size[2]});
      }
      case CL_KERNEL_LOCAL_MEM_SIZE: return reply.value<cl_ulong>(local_memory(*object, record));
      case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: return reply.value<size_t>(record.preferred_multiple);
      case CL_KERNEL_PRIVATE_MEM_SIZE: return reply.value<cl_ulong>(record.private_size);
      // CL_KERNEL_GLOBAL_WORK_SIZE is for built-in kernels and custom devices.
      default: fail(CL_INVALID_VALUE);
    }
  });
}
