// Entry points of a tool library of the HSA runtime: it loads the libraries that HSA_TOOLS_LIB names at hsa_init.
#include "hsa/core_table.h"
#include "hsa/old_objects.h"
#include "hsa/programs.h"
#include "hsa/symbols.h"

extern "C" {

/** Called with the runtime's tables. @return false where they have another version: the runtime unloads the library */
__attribute__((visibility("default"))) bool OnLoad(hsa::ApiTable* table, uint64_t, uint64_t, const char* const*) {
  if (table == nullptr || !hsa::keep_core_table(table->core) || table->finalizer == nullptr) return false;
  hsa::fill_finalizer_table(table->finalizer);
  hsa::wrap_symbol_functions(table->core);
  hsa::explain_old_objects(table->core);
  return true;
}

/** The runtime restores its tables itself. */
__attribute__((visibility("default"))) void OnUnload() {}
}
