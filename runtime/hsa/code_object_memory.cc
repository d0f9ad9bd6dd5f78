#include "hsa/code_object_memory.h"

#include "hsa/core_table.h"

namespace hsa {
namespace {

Status take_region(Handle region, void* found) {
  uint32_t segment = ~0u;
  bool allowed = false;
  call_core(kRegionGetInfo, region, uint32_t{kRegionSegment}, static_cast<void*>(&segment));
  call_core(kRegionGetInfo, region, uint32_t{kRegionRuntimeAllocAllowed}, static_cast<void*>(&allowed));
  if (segment != kSegmentGlobal || !allowed) return kSuccess;
  *static_cast<Handle*>(found) = region;
  return kInfoBreak;
}

Status visit_agent(Handle agent, void* found) {
  uint32_t device = ~0u;
  call_core(kAgentGetInfo, agent, uint32_t{kAgentDevice}, static_cast<void*>(&device));
  if (device != kDeviceCpu) return kSuccess;
  return call_core(kAgentIterateRegions, agent, Callback{take_region}, found);
}

}  // namespace

Status allocate_code_object(size_t bytes, void** memory) {
  Handle region = {0};
  call_core(kIterateAgents, Callback{visit_agent}, static_cast<void*>(&region));
  if (region.value == 0) return kOutOfResources;
  return call_core(kMemoryAllocate, region, bytes, memory);
}

void free_code_object(void* memory) { call_core(kMemoryFree, memory); }

}  // namespace hsa
