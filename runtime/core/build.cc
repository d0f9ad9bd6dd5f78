// Build jobs: several devices at a time, now or in the background.
#include <string.h>
#include <unistd.h>

#include "core/program.h"
#include "core/ring.h"
#include "core/threads.h"

namespace runtime {
namespace {

/** A job that the device works on. */
struct Job {
  uint32_t signal = kNoSignal;
  uint32_t program = 0;
};

/** Memory to which the request structures point while the request runs. */
struct JobInput {
  std::vector<abi::HeaderSource> headers;
  std::vector<uint32_t> inputs;
  std::vector<std::shared_ptr<Image>> kept;
  std::vector<abi::SpecializationConstant> constants;
};

std::shared_ptr<Image> image_for(_cl_program& program, const _cl_device_id* device) {
  std::lock_guard<std::mutex> lock(program.mutex);
  DeviceProgram* entry = program.find(device);
  return entry ? entry->image : nullptr;
}

JobInput gather(const BuildOrder& order, const _cl_device_id* device) {
  JobInput input;
  for (size_t index = 0; index < order.headers.size(); index++) {
    abi::HeaderSource header = {};
    header.name = reinterpret_cast<uintptr_t>(order.header_names[index].data());
    header.name_length = order.header_names[index].size();
    header.source = reinterpret_cast<uintptr_t>(order.headers[index]->source.data());
    header.source_length = order.headers[index]->source.size();
    input.headers.push_back(header);
  }
  for (const Ref<_cl_program>& program : order.inputs) {
    std::shared_ptr<Image> image = image_for(*program, device);
    if (!image) continue;
    input.inputs.push_back(image->handle);
    input.kept.push_back(std::move(image));
  }
  return input;
}

Job start_job(_cl_program& program, const BuildOrder& order, const _cl_device_id* device, JobInput& input) {
  Job job;
  job.signal = take_signal();
  check(job.signal != kNoSignal, CL_OUT_OF_RESOURCES);
  abi::ProgramBuild build = {};
  build.kind = order.kind;
  build.device = device->info.index;
  build.signal = job.signal;
  build.source = reinterpret_cast<uintptr_t>(program.source.data());
  build.source_length = program.source.size();
  build.options = reinterpret_cast<uintptr_t>(order.options.data());
  build.options_length = order.options.size();
  build.headers = reinterpret_cast<uintptr_t>(input.headers.data());
  build.header_count = static_cast<uint32_t>(input.headers.size());
  build.inputs = reinterpret_cast<uintptr_t>(input.inputs.data());
  build.input_count = static_cast<uint32_t>(input.inputs.size());
  {
    std::lock_guard<std::mutex> lock(program.mutex);
    for (const auto& entry : program.constants) input.constants.push_back(entry.second);
  }
  build.constants = reinterpret_cast<uintptr_t>(input.constants.data());
  build.constant_count = static_cast<uint32_t>(input.constants.size());
  if (request(abi::kRequestProgramBuild, &build) != 0) {
    free_signal(job.signal);
    fail(CL_OUT_OF_RESOURCES);
  }
  job.program = build.program;
  return job;
}

/** Waits for a job and stores its result. Returns its status. */
cl_int finish_job(_cl_program& program, const _cl_device_id* device, const Job& job) {
  wait_signal(job.signal);
  bool is_broken = signal_state(job.signal) == abi::SignalState_FAILED;
  free_signal(job.signal);
  // The job itself failed: the device is lost, or the driver has a defect. A program with mistakes is a complete job.
  if (is_broken) return CL_OUT_OF_RESOURCES;
  abi::ProgramStatus status = {};
  status.program = job.program;
  if (request(abi::kRequestProgramStatus, &status) != 0) return CL_OUT_OF_RESOURCES;
  std::string log = read_program_text(job.program, abi::ProgramText_LOG, status.log_length);
  std::shared_ptr<Image> image = read_image(job.program, status);
  std::lock_guard<std::mutex> lock(program.mutex);
  DeviceProgram& entry = *program.find(device);
  entry.log = std::move(log);
  entry.status = status.status == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
  entry.image = status.status == CL_SUCCESS ? std::move(image) : nullptr;
  entry.is_executable = entry.image && entry.image->binary_type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  return status.status;
}

/** A program made from a binary that is complete already needs no job. */
bool accept_binary(_cl_program& program, const BuildOrder& order, const _cl_device_id* device) {
  if (order.kind != abi::BuildKind_BUILD || program.has_source) return false;
  std::lock_guard<std::mutex> lock(program.mutex);
  DeviceProgram& entry = *program.find(device);
  if (!entry.image || entry.image->binary_type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE) return false;
  entry.status = CL_BUILD_SUCCESS;
  entry.is_executable = true;
  return true;
}

cl_int build_for(_cl_program& program, const BuildOrder& order, const _cl_device_id* device) {
  if (accept_binary(program, order, device)) return CL_SUCCESS;
  cl_int code = CL_SUCCESS;
  cl_int failure = status([&] {
    JobInput input = gather(order, device);
    Job job = start_job(program, order, device, input);
    code = finish_job(program, device, job);
  });
  if (failure == CL_SUCCESS && code != CL_OUT_OF_RESOURCES) return code;
  std::lock_guard<std::mutex> lock(program.mutex);
  program.find(device)->status = CL_BUILD_ERROR;
  return failure ? failure : code;
}

bool is_ordered(const BuildOrder& order, const _cl_device_id* device) {
  for (const Ref<_cl_device_id>& one : order.devices) {
    if (one.get() == device) return true;
  }
  return false;
}

/** A sub-device runs the build of its parent, unless it has its own build. The program is locked. */
void inherit_builds(_cl_program& program, const BuildOrder& order) {
  for (DeviceProgram& entry : program.devices) {
    if (entry.status != CL_BUILD_NONE && !entry.is_inherited) continue;
    const _cl_device_id* ancestor = entry.device->parent.get();
    while (ancestor && !is_ordered(order, ancestor)) ancestor = ancestor->parent.get();
    if (!ancestor) continue;
    Ref<_cl_device_id> device = entry.device;
    entry = *program.find(ancestor);
    entry.device = std::move(device);
    entry.is_inherited = true;
  }
}

}  // namespace

void begin_build(_cl_program& program, const BuildOrder& order) {
  std::lock_guard<std::mutex> lock(program.mutex);
  check(!program.is_building && program.kernel_count == 0, CL_INVALID_OPERATION);
  program.is_building = true;
  program.builder = getpid();
  for (const Ref<_cl_device_id>& device : order.devices) {
    DeviceProgram& entry = *program.find(device.get());
    entry.status = CL_BUILD_IN_PROGRESS;
    entry.options = order.options;
    entry.log.clear();
    entry.is_executable = false;
    entry.is_inherited = false;
  }
}

cl_int run_build(_cl_program& program, const BuildOrder& order) {
  cl_int result = CL_SUCCESS;
  for (const Ref<_cl_device_id>& device : order.devices) {
    cl_int code = build_for(program, order, device.get());
    if (result == CL_SUCCESS) result = code;
  }
  std::lock_guard<std::mutex> lock(program.mutex);
  inherit_builds(program, order);
  program.is_building = false;
  program.built.notify_all();
  return result;
}

void await_build(_cl_program& program, std::unique_lock<std::mutex>& lock) {
  program.built.wait(lock, [&] { return !program.is_building || program.builder != getpid(); });
}

cl_int start_build(Ref<_cl_program> program, BuildOrder order, ProgramNotify notify, void* user_data) {
  if (!notify) return run_build(*program, order);
  run_on_new_thread(make_task([program, order = std::move(order), notify, user_data] {
    run_build(*program, order);
    run_on_callback_thread(make_task([program, notify, user_data] { notify(program.get(), user_data); }));
  }));
  return CL_SUCCESS;
}

}  // namespace runtime
