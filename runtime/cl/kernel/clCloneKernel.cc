// clCloneKernel.
#include "core/kernel.h"

using namespace runtime;

cl_kernel clCloneKernel(cl_kernel source_kernel, cl_int* errcode_ret) {
  return create(errcode_ret, [&] {
    Ref<_cl_kernel> source = require(source_kernel);
    Ref<_cl_kernel> copy = make<_cl_kernel>(*source->program, source->name);
    copy->instances = source->instances;
    std::lock_guard<std::mutex> lock(source->mutex);
    copy->values = source->values;
    return hand_out(std::move(copy));
  });
}
