// Kernel objects and their arguments.
#pragma once
#include "core/mem.h"
#include "core/program.h"
#include "core/sampler.h"

struct _cl_kernel : runtime::Object {
  static constexpr runtime::Kind kKind = runtime::Kind::Kernel;
  static constexpr cl_int kInvalid = CL_INVALID_KERNEL;
  _cl_kernel(_cl_program& program, std::string name);
  ~_cl_kernel();

  /** The value of an argument as clSetKernelArg left it. */
  struct Value {
    bool is_set = false;
    std::vector<unsigned char> bytes;  ///< VALUE
    cl_mem memory = nullptr;           ///< GLOBAL, CONSTANT, IMAGE: not retained, as the specification requires
    uint32_t sampler_bits = 0;
    size_t local_size = 0;
  };
  /** The kernel on one device. */
  struct Instance {
    runtime::Ref<_cl_device_id> device;
    std::shared_ptr<runtime::Image> image;
    uint32_t index;
    const runtime::KernelRecord* record;
  };

  const runtime::Ref<_cl_program> program;
  const std::string name;
  std::vector<Instance> instances;
  std::mutex mutex;  ///< Guards `values`.
  std::vector<Value> values;

  const runtime::KernelRecord& record() const { return *instances[0].record; }
  const Instance* find(const _cl_device_id* device) const;
};

namespace runtime {

/** CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME. */
Ref<_cl_kernel> create_kernel(_cl_program& program, const std::string& name);

}  // namespace runtime
