// clEnqueueReadBuffer.
#include "core/guarded_copy.h"
#include "core/transfer.h"

using namespace runtime;

cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read, size_t offset,
                           size_t size, void* ptr, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                           cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> from = require_buffer(buffer, *queue);
    check(ptr != nullptr, CL_INVALID_VALUE);
    check_range(*from, offset, size);
    check_alignment(*from, *queue);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    check_host_reads(*from);
    auto command = transfer_command(size, {from}, [from, offset, size, ptr] {
      checked_copy(ptr, from->bytes() + offset, size);
    });
    enqueue_host(*queue, CL_COMMAND_READ_BUFFER, waits, blocking_read, std::move(command), event);
  });
}
