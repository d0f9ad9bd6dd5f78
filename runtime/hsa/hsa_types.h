// Declarations of the HSA runtime's interface for this library: the runtime's headers need not be installed when Atoll
// is built. test/hsa/programs compares them with the headers where those are installed.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hsa {

using Status = uint32_t;

constexpr Status kSuccess = 0x0;
constexpr Status kInfoBreak = 0x1;
constexpr Status kError = 0x1000;
constexpr Status kInvalidArgument = 0x1001;
constexpr Status kOutOfResources = 0x1008;
constexpr Status kInvalidCodeObject = 0x1010;
constexpr Status kInvalidProgram = 0x2000;
constexpr Status kInvalidModule = 0x2001;
constexpr Status kIncompatibleModule = 0x2002;
constexpr Status kModuleAlreadyIncluded = 0x2003;
constexpr Status kFinalizationFailed = 0x2005;
constexpr Status kDirectiveMismatch = 0x2006;

/** Handles of programs, agents, regions, instruction sets, code objects, executables and symbols. */
struct Handle {
  uint64_t value;
};

/** hsa_ext_control_directives_t, which the simulator reads. */
struct ControlDirectives {
  uint64_t mask;
  uint8_t others[136];
};
static_assert(sizeof(ControlDirectives) == 144);

/** hsa_isa_info_t, hsa_region_info_t, hsa_agent_info_t, and the names of both kinds of symbols. */
enum Attribute : uint32_t {
  kIsaNameLength = 0,
  kIsaName = 1,
  kRegionSegment = 0,
  kRegionRuntimeAllocAllowed = 5,
  kAgentDevice = 17,
  kSymbolNameLength = 1,
  kSymbolName = 2,
};
constexpr uint32_t kSegmentGlobal = 0;
constexpr uint32_t kDeviceCpu = 0;
constexpr uint32_t kCodeObjectProgram = 0;
constexpr uint32_t kMachineModels = 2;
constexpr uint32_t kProfiles = 2;
constexpr uint32_t kRoundings = 3;

/** Begins each table; `minor` is its size in bytes. */
struct TableVersion {
  uint32_t major, minor, step, reserved;
};

/** Places of functions in the core table, which newer runtimes append to. */
enum CoreFunction : size_t {
  kIterateAgents = 5,
  kAgentGetInfo = 6,
  kAgentIterateRegions = 27,
  kRegionGetInfo = 28,
  kMemoryAllocate = 33,
  kMemoryFree = 34,
  kCodeObjectGetSymbol = 80,
  kCodeSymbolGetInfo = 81,
  kExecutableLoadCodeObject = 85,
  kExecutableGetSymbol = 92,
  kExecutableSymbolGetInfo = 93,
  kIsaGetInfoAlt = 109,
  kCodeObjectGetSymbolFromName = 114,
  kExecutableGetSymbolByName = 122,
};
constexpr size_t kCoreFunctions = 123;

struct CoreTable {
  TableVersion version;
  void* functions[kCoreFunctions];
};

using Callback = Status (*)(Handle, void*);
using ModuleCallback = Status (*)(Handle, const void*, void*);

struct FinalizerTable {
  TableVersion version;
  Status (*create)(uint32_t, uint32_t, uint32_t, const char*, Handle*);
  Status (*destroy)(Handle);
  Status (*add_module)(Handle, const void*);
  Status (*iterate_modules)(Handle, ModuleCallback, void*);
  Status (*get_info)(Handle, uint32_t, void*);
  Status (*finalize)(Handle, Handle, int32_t, ControlDirectives, const char*, uint32_t, Handle*);
};

/** HsaApiTable. */
struct ApiTable {
  TableVersion version;
  CoreTable* core;
  void* amd;
  FinalizerTable* finalizer;
  void* image;
};

}  // namespace hsa
