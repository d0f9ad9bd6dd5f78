// Changes of recorded kernels between executions.
#include "core/command_buffer.h"
#include "core/kernel_argument.h"

namespace runtime {
namespace {

void check_list(cl_uint count, const void* list) { check((count == 0) == (list == nullptr), CL_INVALID_VALUE); }

/** The kernel that a configuration changes, with its index; CL_INVALID_MUTABLE_COMMAND_KHR. */
uint32_t require_dispatch(const _cl_command_buffer_khr& buffer, cl_mutable_command_khr handle) {
  Ref<_cl_mutable_command_khr> command = require(handle);
  check(command->buffer == &buffer, khr::kInvalidMutableCommand);
  return command->index;
}

void check_fields(const RecordedKernel& kernel, const khr::DispatchConfig& config) {
  const auto check_field = [&](bool changes, cl_bitfield field) {
    check(!changes || (kernel.updatable & field), CL_INVALID_OPERATION);
  };
  check(config.work_dim == 0 || config.work_dim == kernel.dimensions, CL_INVALID_OPERATION);
  check_field(config.global_work_offset != nullptr, khr::kFieldGlobalOffset);
  check_field(config.global_work_size != nullptr, khr::kFieldGlobalSize);
  check_field(config.local_work_size != nullptr, khr::kFieldLocalSize);
  check_field(config.num_args || config.num_svm_args, khr::kFieldArguments);
  check_field(config.num_exec_infos != 0, khr::kFieldExecInfo);
  check_list(config.num_args, config.arg_list);
  check_list(config.num_svm_args, config.arg_svm_list);
  check_list(config.num_exec_infos, config.exec_info_list);
  // clSetKernelArgSVMPointer: the devices have no shared virtual memory.
  check(config.num_svm_args == 0, CL_INVALID_OPERATION);
}

void set_sizes(RecordedKernel& kernel, const khr::DispatchConfig& config) {
  for (cl_uint dimension = 0; dimension < kernel.dimensions; dimension++) {
    if (config.global_work_offset) kernel.offset[dimension] = config.global_work_offset[dimension];
    if (config.global_work_size) kernel.global[dimension] = config.global_work_size[dimension];
    if (config.local_work_size) kernel.local[dimension] = config.local_work_size[dimension];
  }
  kernel.has_local |= config.local_work_size != nullptr;
}

/** True if each global size is a multiple of the local one, as far as the program gives that. */
bool is_uniform(const RecordedKernel& kernel) {
  if (!kernel.has_local) return true;
  for (cl_uint dimension = 0; dimension < kernel.dimensions; dimension++) {
    if (kernel.local[dimension] && kernel.global[dimension] % kernel.local[dimension]) return false;
  }
  return true;
}

void apply(RecordedKernel& kernel, const khr::DispatchConfig& config) {
  check_fields(kernel, config);
  const bool was_uniform = is_uniform(kernel);
  set_sizes(kernel, config);
  check(is_uniform(kernel) == was_uniform, CL_INVALID_OPERATION);
  for (cl_uint index = 0; index < config.num_args; index++) {
    const khr::DispatchArgument& argument = config.arg_list[index];
    check(argument.arg_index < kernel.values.size(), CL_INVALID_ARG_INDEX);
    set_argument(kernel.values[argument.arg_index], kernel.kernel->record().arguments[argument.arg_index],
                 argument.arg_size, argument.arg_value);
  }
}

}  // namespace

void update_commands(_cl_command_buffer_khr& buffer, const std::vector<const khr::DispatchConfig*>& configs) {
  // Changed copies of the commands: executions that are enqueued already keep the former ones.
  std::vector<RecordedCommand> changed = buffer.commands;
  std::vector<bool> is_changed(changed.size());
  for (const khr::DispatchConfig* config : configs) {
    const uint32_t index = require_dispatch(buffer, config->command);
    if (!is_changed[index]) changed[index].kernel = std::make_shared<RecordedKernel>(*changed[index].kernel);
    is_changed[index] = true;
    apply(*changed[index].kernel, *config);
  }
  for (size_t index = 0; index < changed.size(); index++) {
    if (is_changed[index]) changed[index].kernel->prepare(*buffer.queue);
  }
  buffer.commands.swap(changed);
  buffer.replay = nullptr;
}

}  // namespace runtime
