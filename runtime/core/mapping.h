// Mapping of buffers and images.
#pragma once
#include "core/transfer.h"

namespace runtime {

void check_map_flags(cl_map_flags flags);
/** CL_INVALID_OPERATION when the object's host access flags forbid the mapping. */
void check_map_access(const _cl_mem& object, cl_map_flags flags);

/** Records the mapping and enqueues the command that makes it valid. */
void enqueue_map(_cl_command_queue& queue, _cl_mem& object, const _cl_mem::Mapping& mapping, cl_command_type type,
                 const WaitList& waits, bool blocking, cl_event* event);

}  // namespace runtime
