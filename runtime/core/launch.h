// Kernel launches: sizes, arguments, the packet.
#pragma once
#include "core/event.h"

struct _cl_kernel;

namespace runtime {

/** clEnqueueNDRangeKernel after the check of the queue: everything else is checked here. */
void enqueue_kernel(_cl_command_queue& queue, cl_command_type type, cl_kernel kernel, cl_uint work_dim,
                    const size_t* global_offset, const size_t* global_size, const size_t* local_size,
                    cl_uint wait_count, const cl_event* wait_list, cl_event* event);

}  // namespace runtime
