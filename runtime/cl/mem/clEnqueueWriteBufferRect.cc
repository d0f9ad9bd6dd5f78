// clEnqueueWriteBufferRect.
#include "core/transfer.h"

using namespace runtime;

cl_int clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                                const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                                size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                                size_t host_slice_pitch, const void* ptr, cl_uint num_events_in_wait_list,
                                const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> to = require_buffer(buffer, *queue);
    RectSide side = check_rect(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
    RectSide host = check_rect(host_origin, region, host_row_pitch, host_slice_pitch);
    check_rect_range(*to, side, region);
    check(ptr != nullptr, CL_INVALID_VALUE);
    check_alignment(*to, *queue);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    check_host_writes(*to);
    unsigned char* base = static_cast<unsigned char*>(const_cast<void*>(ptr));
    Surface source = {base + host.offset, host.row_pitch, host.slice_pitch};
    auto command = transfer_command(volume(region), {to}, [to, side, source, w = region[0], h = region[1], d = region[2]] {
      Surface target = {to->bytes() + side.offset, side.row_pitch, side.slice_pitch};
      copy_box(target, source, w, h, d);
      note_written(*to, target, w, h, d);
    });
    enqueue_host(*queue, CL_COMMAND_WRITE_BUFFER_RECT, waits, blocking_write, std::move(command), event);
  });
}
