// SPIR-V of programs: whether words form instructions, and which specialization constants they have.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include <map>
#include <string>

namespace runtime {

/** True if the bytes are a header of SPIR-V 1.0 to 1.6 and whole instructions. The device checks the rest. */
bool is_spirv(const std::string& module);
/** Bytes of the scalar specialization constants of a module by their SpecId. */
std::map<uint32_t, uint32_t> specialization_sizes(const std::string& module);

}  // namespace runtime
