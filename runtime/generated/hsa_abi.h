// Generated from src/abi/finalizer-schema.ts and arena-schema.ts by `npm run build`. Do not edit.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hsa::abi {

inline constexpr char kFinalizerPath[] = "/dev/atoll-finalizer";
inline constexpr char kArenaPath[] = "/dev/dri/renderD128";

enum FinalizerStatus : uint32_t {
  FinalizerStatus_DONE = 0,
  FinalizerStatus_INVALID_MODULE = 1,
  FinalizerStatus_INCOMPATIBLE_MODULE = 2,
  FinalizerStatus_FAILED = 3,
  FinalizerStatus_DIRECTIVE_MISMATCH = 4,
};

// A BRIG module in memory.
struct BrigModuleRange {
  alignas(8) uint64_t address;  // Where it begins.
  alignas(8) uint64_t bytes;  // Its size.
};
static_assert(sizeof(BrigModuleRange) == 16);
static_assert(offsetof(BrigModuleRange, address) == 0);
static_assert(offsetof(BrigModuleRange, bytes) == 8);

// Check a module before it becomes part of a program.
struct CheckModule {
  alignas(8) uint64_t address;  // In: the module.
  alignas(8) uint64_t bytes;  // In: its size.
  uint32_t ordinal;  // In: its number in the program, from 1, for messages.
  uint32_t machine_model;  // In: hsa_machine_model_t of the program.
  uint32_t profile;  // In: hsa_profile_t of the program.
  uint32_t status;  // Out: FinalizerStatus.
  alignas(8) uint64_t result_bytes;  // Out: bytes of the message, for FETCH.
};
static_assert(sizeof(CheckModule) == 40);
static_assert(offsetof(CheckModule, address) == 0);
static_assert(offsetof(CheckModule, bytes) == 8);
static_assert(offsetof(CheckModule, ordinal) == 16);
static_assert(offsetof(CheckModule, machine_model) == 20);
static_assert(offsetof(CheckModule, profile) == 24);
static_assert(offsetof(CheckModule, status) == 28);
static_assert(offsetof(CheckModule, result_bytes) == 32);

// Finalize the modules of one program.
struct Finalize {
  alignas(8) uint64_t modules;  // In: a table of BrigModuleRange.
  uint32_t module_count;  // In: entries of the table.
  uint32_t status;  // Out: FinalizerStatus.
  alignas(8) uint64_t result_bytes;  // Out: bytes of the code object, or of the message, for FETCH.
  alignas(8) uint64_t directives;  // In: hsa_ext_control_directives_t.
  char isa[128];  // In: name of the instruction set, of hsa_isa_get_info.
};
static_assert(sizeof(Finalize) == 160);
static_assert(offsetof(Finalize, modules) == 0);
static_assert(offsetof(Finalize, module_count) == 8);
static_assert(offsetof(Finalize, status) == 12);
static_assert(offsetof(Finalize, result_bytes) == 16);
static_assert(offsetof(Finalize, directives) == 24);
static_assert(offsetof(Finalize, isa) == 32);

// Copy what the last request of this file has given.
struct FetchResult {
  alignas(8) uint64_t address;  // In: where to.
  alignas(8) uint64_t bytes;  // In: its size.
};
static_assert(sizeof(FetchResult) == 16);
static_assert(offsetof(FetchResult, address) == 0);
static_assert(offsetof(FetchResult, bytes) == 8);

// Let kernels reach the first pages of the file at the same addresses.
struct GrowArena {
  alignas(8) uint64_t bytes;  // In: bytes from the start of the file, whole pages; 0 for none yet.
  alignas(8) uint64_t address;  // Out: where the program has to map the start of the file.
  alignas(8) uint64_t capacity;  // Out: the most bytes that there can be.
};
static_assert(sizeof(GrowArena) == 24);
static_assert(offsetof(GrowArena, bytes) == 0);
static_assert(offsetof(GrowArena, address) == 8);
static_assert(offsetof(GrowArena, capacity) == 16);

inline constexpr uint32_t kRequestCheck = 0xc028a801u;
inline constexpr uint32_t kRequestFinalize = 0xc0a0a802u;
inline constexpr uint32_t kRequestFetch = 0xc010a803u;
inline constexpr uint32_t kRequestGrowArena = 0xc01864feu;

}  // namespace hsa::abi
