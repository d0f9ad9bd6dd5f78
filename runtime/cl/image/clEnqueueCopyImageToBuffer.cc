// clEnqueueCopyImageToBuffer.
#include "core/transfer.h"

using namespace runtime;

cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer,
                                  const size_t* src_origin, const size_t* region, size_t dst_offset,
                                  cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> from = require_image(src_image, *queue);
    Ref<_cl_mem> to = require_buffer(dst_buffer, *queue);
    check(from->parent.get() != to.get(), CL_INVALID_MEM_OBJECT);
    check_region(from->image, src_origin, region);
    size_t width = region[0] * from->image.element_size, bytes = volume(region) * from->image.element_size;
    check_range(*to, dst_offset, bytes);
    check_alignment(*to, *queue);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    Surface source = region_surface(*from, src_origin);
    auto command = transfer_command(bytes, {from, to}, [from, to, source, dst_offset, width, rows = region[1], slices = region[2]] {
      Surface target = from->image.surface(to->bytes() + dst_offset, width,
                                           from->image.kind == abi::ImageKind_D1_ARRAY ? width : width * rows);
      copy_box(target, source, width, rows, slices);
      note_copied(*to, target, *from, source, width, rows, slices);
    });
    enqueue_host(*queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, waits, false, std::move(command), event);
  });
}
