// clCreateKernelsInProgram.
#include "core/kernel.h"

using namespace runtime;

namespace {

std::vector<std::string> names_of(_cl_program& program) {
  std::unique_lock<std::mutex> lock(program.mutex);
  await_build(program, lock);
  for (const DeviceProgram& entry : program.devices) {
    if (!entry.is_executable) continue;
    std::vector<std::string> names;
    for (const KernelRecord& kernel : entry.image->kernels) names.push_back(kernel.name);
    return names;
  }
  fail(CL_INVALID_PROGRAM_EXECUTABLE);
}

}  // namespace

cl_int clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel* kernels,
                                cl_uint* num_kernels_ret) {
  return status([&] {
    Ref<_cl_program> object = require(program);
    std::vector<std::string> names = names_of(*object);
    check(!kernels || num_kernels >= names.size(), CL_INVALID_VALUE);
    std::vector<Ref<_cl_kernel>> made;
    for (size_t index = 0; kernels && index < names.size(); index++) {
      made.push_back(create_kernel(*object, names[index]));
    }
    for (size_t index = 0; index < made.size(); index++) kernels[index] = hand_out(std::move(made[index]));
    if (num_kernels_ret) *num_kernels_ret = static_cast<cl_uint>(names.size());
  });
}
