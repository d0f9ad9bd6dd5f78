// Kernel launches. The arguments are copied when the launch is enqueued: later changes do not matter to it.
#include "core/launch.h"

#include <stdio.h>
#include <string.h>

#include <atomic>

#include "core/api_call.h"
#include "core/device.h"
#include "core/notes.h"
#include "core/scheduler.h"
#include "core/transfer.h"
#include "core/work_size.h"

namespace runtime {

static void add_printf_buffer(Launch& launch, const _cl_device_id& device) {
  uint64_t work_items = 1;
  for (uint32_t size : launch.packet.global_size) work_items *= size;
  launch.printf_buffer = std::make_unique<PrintfBuffer>(device.info.printf_buffer, work_items, launch.image->formats);
  launch.packet.printf_buffer = launch.printf_buffer->address();
}

cl_int Launch::begin() {
  if (printing_device && !printf_buffer) {
    const cl_int failed = outcome([&] { add_printf_buffer(*this, *printing_device); });
    if (failed != CL_SUCCESS) return failed;
  }
  const cl_int error = carry(&HostMemory::carry_in);
  if (error == CL_SUCCESS && call) note_launch(kernarg.address(), call, is_recorded, arguments);
  return error;
}

cl_int Launch::finish() {
  const cl_int error = carry(&HostMemory::carry_out);
  if (printf_buffer) print_records(printf_buffer->host(), image->formats, stdout);
  return error;
}

cl_int Launch::carry(void (HostMemory::*way)()) {
  cl_int error = CL_SUCCESS;
  for (const Ref<_cl_mem>& object : memory) {
    if (!object->carries()) continue;
    try {
      ((*object->host).*way)();
    } catch (const Failure& failure) {
      error = failure.code;
    }
  }
  return error;
}

namespace {

void put(unsigned char* kernarg, const ArgumentRecord& argument, uint64_t value) {
  memcpy(kernarg + argument.offset, &value, argument.size < 8 ? argument.size : 8);
}

/** The device address of a buffer or of an image's descriptor; 0 for a NULL buffer. */
uint64_t memory_argument(Launch& launch, const _cl_command_queue& queue, const ArgumentRecord& argument,
                         const _cl_kernel::Value& value) {
  if (!value.memory) return 0;
  Ref<_cl_mem> object = acquire(value.memory);
  check(static_cast<bool>(object), CL_INVALID_KERNEL_ARGS);
  check(object->context.get() == queue.context.get(), CL_INVALID_CONTEXT);
  bool is_image = argument.kind == abi::ArgumentKind_IMAGE;
  if (!is_image) check_alignment(*object, queue);
  if (argument.kind == abi::ArgumentKind_CONSTANT) {
    check(object->size <= queue.device->info.constant_buffer, CL_OUT_OF_RESOURCES);
  }
  uint64_t address = is_image ? object->descriptor.address() : object->address();
  launch.memory.push_back(std::move(object));
  return address;
}

/** Places a __local argument after all before it. Returns its LDS offset. */
uint32_t local_argument(uint64_t& end, const ArgumentRecord& argument, const _cl_kernel::Value& value) {
  uint64_t alignment = argument.alignment ? argument.alignment : 1;
  uint64_t start = (end + alignment - 1) / alignment * alignment;
  end = start + value.local_size;
  check(start <= UINT32_MAX && end <= UINT32_MAX, CL_OUT_OF_RESOURCES);
  return static_cast<uint32_t>(start);
}

/** Images and samplers of one kernel are limited. */
void check_counts(const KernelRecord& record, const abi::DeviceInfo& info) {
  uint32_t samplers = 0, read_images = 0, write_images = 0;
  for (const ArgumentRecord& argument : record.arguments) {
    if (argument.kind == abi::ArgumentKind_SAMPLER) samplers++;
    if (argument.kind != abi::ArgumentKind_IMAGE) continue;
    argument.access_qualifier == CL_KERNEL_ARG_ACCESS_READ_ONLY ? read_images++ : write_images++;
  }
  check(samplers <= info.max_samplers, CL_OUT_OF_RESOURCES);
  check(read_images <= info.max_read_images && write_images <= info.max_write_images, CL_OUT_OF_RESOURCES);
}

/** Prepares a launch that is reported to the device. */
void prepare_note(Launch& launch, size_t arguments) {
  if (wants_notes()) launch.arguments.resize(arguments);
}

void fill_arguments(Launch& launch, const _cl_command_queue& queue, const KernelRecord& record,
                    const std::vector<_cl_kernel::Value>& values) {
  launch.kernarg = Block(record.kernarg_size);
  unsigned char* kernarg = launch.kernarg.host();
  memset(kernarg, 0, record.kernarg_size);
  uint64_t lds_end = record.lds_size;
  prepare_note(launch, record.arguments.size());
  for (size_t index = 0; index < record.arguments.size(); index++) {
    const ArgumentRecord& argument = record.arguments[index];
    const _cl_kernel::Value& value = values[index];
    check(value.is_set, CL_INVALID_KERNEL_ARGS);
    check(uint64_t{argument.offset} + argument.size <= record.kernarg_size, CL_INVALID_KERNEL_DEFINITION);
    switch (argument.kind) {
      case abi::ArgumentKind_VALUE:
        memcpy(kernarg + argument.offset, value.bytes.data(), value.bytes.size());
        break;
      case abi::ArgumentKind_LOCAL:
        put(kernarg, argument, local_argument(lds_end, argument, value));
        break;
      case abi::ArgumentKind_SAMPLER:
        put(kernarg, argument, value.sampler_bits);
        break;
      default:
        put(kernarg, argument, memory_argument(launch, queue, argument, value));
        if (!launch.arguments.empty() && value.memory) launch.arguments[index] = launch.memory.back().get();
    }
  }
  check(lds_end <= queue.device->info.lds_size, CL_OUT_OF_RESOURCES);
  launch.packet.dynamic_lds = static_cast<uint32_t>(lds_end - record.lds_size);
  launch.packet.kernarg = launch.kernarg.address();
}

}  // namespace

const _cl_kernel::Instance& require_instance(const _cl_kernel& kernel, const _cl_command_queue& queue) {
  check(kernel.program->context.get() == queue.context.get(), CL_INVALID_CONTEXT);
  const _cl_kernel::Instance* instance = kernel.find(queue.device.get());
  check(instance != nullptr, CL_INVALID_PROGRAM_EXECUTABLE);
  return *instance;
}

std::unique_ptr<Launch> prepare_launch(const _cl_command_queue& queue, _cl_kernel& kernel,
                                       const std::vector<_cl_kernel::Value>& values, const WorkSize& size) {
  const _cl_kernel::Instance& instance = require_instance(kernel, queue);
  auto launch = std::make_unique<Launch>();
  launch->kernel = Ref<_cl_kernel>(kernel);
  launch->image = instance.image;
  abi::Packet& packet = launch->packet;
  packet.kind = abi::PacketKind_DISPATCH;
  packet.device = queue.device->info.index;
  packet.program = instance.image->handle;
  packet.kernel = instance.index;
  packet.call = current_api_call();
  set_work_size(packet, *instance.record, queue.device->info, size.dimensions, size.offset, size.global, size.local);
  fill_arguments(*launch, queue, *instance.record, values);
  check_counts(*instance.record, queue.device->info);
  return launch;
}

void enqueue_kernel(_cl_command_queue& queue, cl_command_type type, cl_kernel handle, const WorkSize& size,
                    cl_uint wait_count, const cl_event* wait_list, cl_event* event) {
  Ref<_cl_kernel> kernel = require(handle);
  const _cl_kernel::Instance& instance = require_instance(*kernel, queue);
  WaitList waits(*queue.context, wait_count, wait_list);
  Submission submission;
  submission.type = type;
  submission.is_kernel = true;
  {
    std::lock_guard<std::mutex> lock(kernel->mutex);
    std::unique_ptr<Launch> launch = prepare_launch(queue, *kernel, kernel->values, size);
    if (instance.record->flags & abi::KernelFlag_PRINTF) add_printf_buffer(*launch, *queue.device);
    static std::atomic<uint32_t> calls{0};
    if (wants_notes()) launch->call = ++calls;
    submission.command = std::move(launch);
  }
  enqueue(queue, waits, std::move(submission), event);
}

}  // namespace runtime
