#include "hsa/programs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "hsa/code_object_memory.h"
#include "hsa/core_table.h"
#include "hsa/simulator.h"

namespace hsa {
namespace {

struct Program {
  uint32_t machine_model, profile, rounding;
  std::mutex mutex;
  std::vector<abi::BrigModuleRange> modules;
};

struct Programs {
  std::mutex mutex;
  std::map<uint64_t, std::shared_ptr<Program>> by_handle;
  uint64_t last = 0;
};

// Never destroyed: programs may be destroyed by functions that run at the exit.
Programs& programs() {
  static Programs* all = new Programs;
  return *all;
}

std::shared_ptr<Program> find(Handle program) {
  std::lock_guard<std::mutex> lock(programs().mutex);
  auto found = programs().by_handle.find(program.value);
  return found == programs().by_handle.end() ? nullptr : found->second;
}

/** The place of `byteCount` in the header of a module, and the least that it can be. */
constexpr size_t kByteCountAt = 16;
constexpr uint64_t kHeaderBytes = 104;

void report(const char* call, const std::string& text) { fprintf(stderr, "atoll: %s: %s\n", call, text.c_str()); }

void report_request(const char* call) {
  report(call, std::string("the simulator does not take the request: ") + strerror(errno));
}

/** Copies memory of the program. @return false where there is none */
bool copy_own(const void* from, void* to, size_t bytes) {
  iovec local = {to, bytes}, remote = {const_cast<void*>(from), bytes};
  ssize_t copied = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
  if (copied < 0 && errno != EFAULT) memcpy(to, from, bytes);
  return copied >= 0 ? static_cast<size_t>(copied) == bytes : errno != EFAULT;
}

Status create(uint32_t machine_model, uint32_t profile, uint32_t rounding, const char*, Handle* program) {
  if (program == nullptr || machine_model >= kMachineModels || profile >= kProfiles || rounding >= kRoundings)
    return kInvalidArgument;
  auto made = std::make_shared<Program>();
  made->machine_model = machine_model;
  made->profile = profile;
  made->rounding = rounding;
  std::lock_guard<std::mutex> lock(programs().mutex);
  program->value = ++programs().last;
  programs().by_handle[program->value] = made;
  return kSuccess;
}

Status destroy(Handle program) {
  std::lock_guard<std::mutex> lock(programs().mutex);
  return programs().by_handle.erase(program.value) > 0 ? kSuccess : kInvalidProgram;
}

Status status_of(uint32_t status) {
  switch (status) {
    case abi::FinalizerStatus_DONE:
      return kSuccess;
    case abi::FinalizerStatus_INVALID_MODULE:
      return kInvalidModule;
    case abi::FinalizerStatus_INCOMPATIBLE_MODULE:
      return kIncompatibleModule;
    case abi::FinalizerStatus_DIRECTIVE_MISMATCH:
      return kDirectiveMismatch;
    default:
      return kFinalizationFailed;
  }
}

Status add_module(Handle handle, const void* module) {
  constexpr char kCall[] = "hsa_ext_program_add_module";
  auto program = find(handle);
  if (!program) return kInvalidProgram;
  if (module == nullptr) return kInvalidModule;
  uint64_t bytes = 0;
  if (!copy_own(static_cast<const char*>(module) + kByteCountAt, &bytes, sizeof bytes)) return kInvalidModule;
  bytes = std::max(bytes, kHeaderBytes);
  std::lock_guard<std::mutex> lock(program->mutex);
  auto& modules = program->modules;
  uint64_t address = reinterpret_cast<uintptr_t>(module);
  for (const auto& each : modules)
    if (each.address == address) return kModuleAlreadyIncluded;
  abi::CheckModule check = {};
  check.address = address;
  check.bytes = bytes;
  check.ordinal = static_cast<uint32_t>(modules.size() + 1);
  check.machine_model = program->machine_model;
  check.profile = program->profile;
  Simulator simulator;
  if (!simulator.check(&check)) {
    report_request(kCall);
    return kInvalidModule;
  }
  if (check.status != abi::FinalizerStatus_DONE) report(kCall, simulator.message(check.result_bytes));
  else modules.push_back({address, bytes});
  return status_of(check.status);
}

Status iterate_modules(Handle handle, ModuleCallback callback, void* data) {
  auto program = find(handle);
  if (!program) return kInvalidProgram;
  if (callback == nullptr) return kInvalidArgument;
  std::unique_lock<std::mutex> lock(program->mutex);
  auto modules = program->modules;
  lock.unlock();
  for (const auto& module : modules) {
    Status status = callback(handle, reinterpret_cast<const void*>(module.address), data);
    if (status != kSuccess) return status;
  }
  return kSuccess;
}

Status get_info(Handle handle, uint32_t attribute, void* value) {
  auto program = find(handle);
  if (!program) return kInvalidProgram;
  const uint32_t values[] = {program->machine_model, program->profile, program->rounding};
  if (value == nullptr || attribute >= std::size(values)) return kInvalidArgument;
  memcpy(value, &values[attribute], sizeof values[attribute]);
  return kSuccess;
}

Status isa_name(Handle isa, std::string* name) {
  uint32_t length = 0;
  Status status = call_core(kIsaGetInfoAlt, isa, uint32_t{kIsaNameLength}, static_cast<void*>(&length));
  if (status != kSuccess) return status;
  name->assign(length + 1, '\0');
  status = call_core(kIsaGetInfoAlt, isa, uint32_t{kIsaName}, static_cast<void*>(name->data()));
  name->resize(strlen(name->c_str()));
  return status;
}

/** The simulator's code object in memory of the runtime. */
Status finalize_modules(const std::vector<abi::BrigModuleRange>& modules, const std::string& isa,
                        const ControlDirectives& directives, Handle* code) {
  constexpr char kCall[] = "hsa_ext_program_finalize";
  Simulator simulator;
  abi::Finalize finalize = {};
  finalize.directives = reinterpret_cast<uintptr_t>(&directives);
  if (!simulator.finalize(modules, isa, &finalize)) {
    report_request(kCall);
    return kFinalizationFailed;
  }
  if (finalize.status != abi::FinalizerStatus_DONE) {
    report(kCall, simulator.message(finalize.result_bytes));
    return status_of(finalize.status);
  }
  void* memory = nullptr;
  Status status = allocate_code_object(finalize.result_bytes, &memory);
  if (status != kSuccess) return status;
  // The simulator writes as a debugger does, which memory of devices need not permit.
  std::string object(finalize.result_bytes, '\0');
  if (!simulator.fetch(object.data(), object.size())) {
    report_request(kCall);
    free_code_object(memory);
    return kFinalizationFailed;
  }
  memcpy(memory, object.data(), object.size());
  code->value = reinterpret_cast<uintptr_t>(memory);
  return kSuccess;
}

Status finalize(Handle handle, Handle isa, int32_t, ControlDirectives directives, const char*, uint32_t type,
                Handle* code) {
  auto program = find(handle);
  if (!program) return kInvalidProgram;
  if (code == nullptr || type != kCodeObjectProgram) return kInvalidArgument;
  std::string name;
  Status status = isa_name(isa, &name);
  if (status != kSuccess) return status;
  std::lock_guard<std::mutex> lock(program->mutex);
  if (program->modules.empty()) {
    report("hsa_ext_program_finalize", "the program has no modules");
    return kFinalizationFailed;
  }
  return finalize_modules(program->modules, name, directives, code);
}

constexpr uint32_t kMajor = 1;

}  // namespace

void fill_finalizer_table(FinalizerTable* table) {
  table->version = {kMajor, sizeof(FinalizerTable), 0, 0};
  table->create = create;
  table->destroy = destroy;
  table->add_module = add_module;
  table->iterate_modules = iterate_modules;
  table->get_info = get_info;
  table->finalize = finalize;
}

}  // namespace hsa
