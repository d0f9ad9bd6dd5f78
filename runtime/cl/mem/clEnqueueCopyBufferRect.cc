// clEnqueueCopyBufferRect.
#include "core/transfer.h"

using namespace runtime;

namespace {

/** The interval test of the specification's appendix D, for rectangles of the same pitches in one buffer. */
bool rects_overlap(const size_t* a, const size_t* b, const size_t* region) {
  for (unsigned dimension = 0; dimension < 3; dimension++) {
    size_t low = a[dimension] < b[dimension] ? a[dimension] : b[dimension];
    size_t high = a[dimension] < b[dimension] ? b[dimension] : a[dimension];
    if (high - low >= region[dimension]) return false;
  }
  return true;
}

}  // namespace

cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                               const size_t* src_origin, const size_t* dst_origin, const size_t* region,
                               size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
                               size_t dst_slice_pitch, cl_uint num_events_in_wait_list,
                               const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> from = require_buffer(src_buffer, *queue);
    Ref<_cl_mem> to = require_buffer(dst_buffer, *queue);
    RectSide source = check_rect(src_origin, region, src_row_pitch, src_slice_pitch);
    RectSide target = check_rect(dst_origin, region, dst_row_pitch, dst_slice_pitch);
    check_rect_range(*from, source, region);
    check_rect_range(*to, target, region);
    if (from.get() == to.get()) {
      bool same = source.row_pitch == target.row_pitch && source.slice_pitch == target.slice_pitch;
      check(same, CL_INVALID_VALUE);
      check(!rects_overlap(src_origin, dst_origin, region), CL_MEM_COPY_OVERLAP);
    }
    check_alignment(*from, *queue);
    check_alignment(*to, *queue);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    Surface read = {from->bytes() + source.offset, source.row_pitch, source.slice_pitch};
    Surface written = {to->bytes() + target.offset, target.row_pitch, target.slice_pitch};
    auto command = transfer_command(volume(region), {from, to}, [from, to, read, written, w = region[0], h = region[1], d = region[2]] {
      copy_box(written, read, w, h, d);
      note_copied(*to, written, *from, read, w, h, d);
    });
    enqueue_host(*queue, CL_COMMAND_COPY_BUFFER_RECT, waits, false, std::move(command), event);
  });
}
