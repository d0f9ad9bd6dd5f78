// Memory that the runtime frees when the program destroys a code object.
#pragma once
#include "hsa/hsa_types.h"

namespace hsa {

Status allocate_code_object(size_t bytes, void** memory);
void free_code_object(void* memory);

}  // namespace hsa
