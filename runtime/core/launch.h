// Kernel launches: sizes, arguments, the packet.
#pragma once
#include "core/event.h"
#include "core/kernel.h"
#include "core/printf_buffer.h"

namespace runtime {

/** A launch with its arguments, as they were when it was prepared. */
struct Launch : KernelCommand {
  Ref<_cl_kernel> kernel;
  std::shared_ptr<Image> image;
  Block kernarg;
  std::unique_ptr<PrintfBuffer> printf_buffer;
  /** Set: it prints, and gets its buffer when it begins. */
  Ref<_cl_device_id> printing_device;
  std::vector<Ref<_cl_mem>> memory;
  /** For notes: the number of the call that enqueued or recorded it, and the object of each argument. */
  uint32_t call = 0;
  bool is_recorded = false;
  std::vector<const _cl_mem*> arguments;

  bool prints() const override { return packet.printf_buffer != 0 || printing_device; }
  cl_int begin() override;
  cl_int finish() override;
  /** Carries memory of all objects, also behind one whose memory is not there. */
  cl_int carry(void (HostMemory::*way)());
};

/** An index space as the program gives it: offset and local size may be nullptr. */
struct WorkSize {
  cl_uint dimensions;
  const size_t* offset;
  const size_t* global;
  const size_t* local;
};

/** The kernel on the queue's device; CL_INVALID_CONTEXT, CL_INVALID_PROGRAM_EXECUTABLE. */
const _cl_kernel::Instance& require_instance(const _cl_kernel& kernel, const _cl_command_queue& queue);

/**
 * A launch with these arguments, without the memory that it prints into; all errors of clEnqueueNDRangeKernel but those
 * of the wait list.
 */
std::unique_ptr<Launch> prepare_launch(const _cl_command_queue& queue, _cl_kernel& kernel,
                                       const std::vector<_cl_kernel::Value>& values, const WorkSize& size);

/** clEnqueueNDRangeKernel after the check of the queue: everything else is checked here. */
void enqueue_kernel(_cl_command_queue& queue, cl_command_type type, cl_kernel kernel, const WorkSize& size,
                    cl_uint wait_count, const cl_event* wait_list, cl_event* event);

}  // namespace runtime
