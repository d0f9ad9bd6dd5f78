// The runtime's own functions, as its table has them when it loads this library.
#pragma once
#include "hsa/hsa_types.h"

namespace hsa {

/** Keeps the functions that the table has. @return false for a table of another version */
bool keep_core_table(const CoreTable* table);

void* kept_function(CoreFunction function);

template <typename... Arguments>
Status call_core(CoreFunction function, Arguments... arguments) {
  return reinterpret_cast<Status (*)(Arguments...)>(kept_function(function))(arguments...);
}

}  // namespace hsa
