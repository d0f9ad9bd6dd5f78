// clCreateProgramWithIL: SPIR-V, which the device translates when the program is built.
#include "core/program.h"
#include "core/spirv.h"

using namespace runtime;

cl_program clCreateProgramWithIL(cl_context context, const void* il, size_t length, cl_int* errcode_ret) {
  return create(errcode_ret, [&] {
    Ref<_cl_context> owner = require(context);
    check(il && length, CL_INVALID_VALUE);
    Ref<_cl_program> program = make<_cl_program>(*owner);
    program->source.assign(static_cast<const char*>(il), length);
    check(is_spirv(program->source), CL_INVALID_VALUE);
    program->has_source = true;
    program->is_il = true;
    for (const Ref<_cl_device_id>& device : owner->devices) {
      program->devices.emplace_back();
      program->devices.back().device = device;
    }
    return hand_out(std::move(program));
  });
}
