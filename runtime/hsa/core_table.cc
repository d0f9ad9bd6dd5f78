#include "hsa/core_table.h"

namespace hsa {
namespace {

constexpr uint32_t kMajor = 1;
CoreTable kept;

}  // namespace

bool keep_core_table(const CoreTable* table) {
  if (table == nullptr || table->version.major != kMajor || table->version.minor < sizeof(CoreTable)) return false;
  kept = *table;
  return true;
}

void* kept_function(CoreFunction function) { return kept.functions[function]; }

}  // namespace hsa
