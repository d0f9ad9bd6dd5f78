// clCreateProgramWithSource.
#include <string.h>

#include "core/program.h"

using namespace runtime;

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char** strings, const size_t* lengths,
                                     cl_int* errcode_ret) {
  return create(errcode_ret, [&] {
    Ref<_cl_context> owner = require(context);
    check(count && strings, CL_INVALID_VALUE);
    Ref<_cl_program> program = make<_cl_program>(*owner);
    program->has_source = true;
    for (cl_uint index = 0; index < count; index++) {
      check(strings[index] != nullptr, CL_INVALID_VALUE);
      size_t length = lengths && lengths[index] ? lengths[index] : strlen(strings[index]);
      program->source.append(strings[index], length);
    }
    for (const Ref<_cl_device_id>& device : owner->devices) {
      program->devices.emplace_back();
      program->devices.back().device = device;
    }
    return hand_out(std::move(program));
  });
}
