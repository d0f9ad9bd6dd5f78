// clEnqueueReadBufferRect.
#include "core/transfer.h"

using namespace runtime;

cl_int clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                               const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                               size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                               size_t host_slice_pitch, void* ptr, cl_uint num_events_in_wait_list,
                               const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> from = require_buffer(buffer, *queue);
    RectSide side = check_rect(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
    RectSide host = check_rect(host_origin, region, host_row_pitch, host_slice_pitch);
    check_rect_range(*from, side, region);
    check(ptr != nullptr, CL_INVALID_VALUE);
    check_alignment(*from, *queue);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    check_host_reads(*from);
    Surface target = {static_cast<unsigned char*>(ptr) + host.offset, host.row_pitch, host.slice_pitch};
    auto command = transfer_command(volume(region), {from}, [from, side, target, w = region[0], h = region[1], d = region[2]] {
      copy_box(target, {from->bytes() + side.offset, side.row_pitch, side.slice_pitch}, w, h, d);
    });
    enqueue_host(*queue, CL_COMMAND_READ_BUFFER_RECT, waits, blocking_read, std::move(command), event);
  });
}
