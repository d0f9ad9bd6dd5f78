// Creation of kernels.
#include "core/kernel.h"

using namespace runtime;

_cl_kernel::_cl_kernel(_cl_program& program, std::string name)
    : Object(kKind, destroy_as<_cl_kernel>), program(program), name(std::move(name)) {
  program.kernel_count++;
}

_cl_kernel::~_cl_kernel() { program->kernel_count--; }

const _cl_kernel::Instance* _cl_kernel::find(const _cl_device_id* device) const {
  for (const Instance& instance : instances) {
    if (instance.device.get() == device) return &instance;
  }
  return nullptr;
}

namespace runtime {

Ref<_cl_kernel> create_kernel(_cl_program& program, const std::string& name) {
  Ref<_cl_kernel> kernel = make<_cl_kernel>(program, name);
  bool is_built = false;
  {
    std::unique_lock<std::mutex> lock(program.mutex);
    await_build(program, lock);
    for (const DeviceProgram& entry : program.devices) {
      if (!entry.is_executable) continue;
      is_built = true;
      int index = entry.image->find(name);
      if (index < 0) continue;
      kernel->instances.push_back({entry.device, entry.image, static_cast<uint32_t>(index), nullptr});
    }
  }
  check(is_built, CL_INVALID_PROGRAM_EXECUTABLE);
  check(!kernel->instances.empty(), CL_INVALID_KERNEL_NAME);
  for (_cl_kernel::Instance& instance : kernel->instances) instance.record = &instance.image->kernel(instance.index);
  for (const _cl_kernel::Instance& instance : kernel->instances) {
    check(instance.record->arguments.size() == kernel->record().arguments.size(), CL_INVALID_KERNEL_DEFINITION);
  }
  kernel->values.resize(kernel->record().arguments.size());
  return kernel;
}

}  // namespace runtime
