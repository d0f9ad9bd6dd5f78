// clEnqueueWriteBuffer.
#include "core/guarded_copy.h"
#include "core/transfer.h"

using namespace runtime;

cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write, size_t offset,
                            size_t size, const void* ptr, cl_uint num_events_in_wait_list,
                            const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> to = require_buffer(buffer, *queue);
    check(ptr != nullptr, CL_INVALID_VALUE);
    check_range(*to, offset, size);
    check_alignment(*to, *queue);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    check_host_writes(*to);
    auto command = transfer_command(size, {to}, [to, offset, size, ptr] {
      checked_copy(to->bytes() + offset, ptr, size);
      note_written(*to, {to->bytes() + offset, size, size}, size, 1, 1);
    });
    enqueue_host(*queue, CL_COMMAND_WRITE_BUFFER, waits, blocking_write, std::move(command), event);
  });
}
