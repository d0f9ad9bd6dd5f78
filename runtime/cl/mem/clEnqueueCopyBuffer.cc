// clEnqueueCopyBuffer.
#include <string.h>

#include "core/transfer.h"

using namespace runtime;

cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
                           size_t dst_offset, size_t size, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> from = require_buffer(src_buffer, *queue);
    Ref<_cl_mem> to = require_buffer(dst_buffer, *queue);
    check_range(*from, src_offset, size);
    check_range(*to, dst_offset, size);
    check_alignment(*from, *queue);
    check_alignment(*to, *queue);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    check(!overlap(*from, src_offset, *to, dst_offset, size), CL_MEM_COPY_OVERLAP);
    auto command = transfer_command(size, {from, to}, [from, to, src_offset, dst_offset, size] {
      memcpy(to->bytes() + dst_offset, from->bytes() + src_offset, size);
      note_copied(*to, {to->bytes() + dst_offset, size, size}, *from, {from->bytes() + src_offset, size, size}, size, 1, 1);
    });
    enqueue_host(*queue, CL_COMMAND_COPY_BUFFER, waits, false, std::move(command), event);
  });
}
