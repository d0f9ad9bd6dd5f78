// clSetProgramSpecializationConstant: the value counts for the next build.
#include <string.h>

#include "core/program.h"
#include "core/spirv.h"

using namespace runtime;

cl_int clSetProgramSpecializationConstant(cl_program program, cl_uint spec_id, size_t spec_size,
                                          const void* spec_value) {
  return status([&] {
    Ref<_cl_program> object = require(program);
    check(object->is_il, CL_INVALID_PROGRAM);
    check(spec_value != nullptr, CL_INVALID_VALUE);
    std::map<uint32_t, uint32_t> sizes = specialization_sizes(object->source);
    auto constant = sizes.find(spec_id);
    check(constant != sizes.end(), CL_INVALID_SPEC_ID);
    check(spec_size == constant->second && spec_size <= sizeof(uint64_t), CL_INVALID_VALUE);
    abi::SpecializationConstant value = {};
    value.id = spec_id;
    value.size = static_cast<uint32_t>(spec_size);
    memcpy(&value.value, spec_value, spec_size);
    std::lock_guard<std::mutex> lock(object->mutex);
    object->constants[spec_id] = value;
  });
}
