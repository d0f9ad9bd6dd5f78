// clEnqueueCopyBufferToImage.
#include "core/transfer.h"

using namespace runtime;

cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image,
                                  size_t src_offset, const size_t* dst_origin, const size_t* region,
                                  cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> from = require_buffer(src_buffer, *queue);
    Ref<_cl_mem> to = require_image(dst_image, *queue);
    check(to->parent.get() != from.get(), CL_INVALID_MEM_OBJECT);
    check_region(to->image, dst_origin, region);
    size_t width = region[0] * to->image.element_size, bytes = volume(region) * to->image.element_size;
    check_range(*from, src_offset, bytes);
    check_alignment(*from, *queue);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    Surface target = region_surface(*to, dst_origin);
    auto command = transfer_command(bytes, {from, to}, [from, to, target, src_offset, width, rows = region[1], slices = region[2]] {
      Surface source = to->image.surface(from->bytes() + src_offset, width,
                                         to->image.kind == abi::ImageKind_D1_ARRAY ? width : width * rows);
      copy_box(target, source, width, rows, slices);
      note_copied(*to, target, *from, source, width, rows, slices);
    });
    enqueue_host(*queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, waits, false, std::move(command), event);
  });
}
