// clEnqueueCopyImage.
#include "core/transfer.h"

using namespace runtime;

namespace {

bool regions_overlap(const size_t* a, const size_t* b, const size_t* region) {
  for (unsigned dimension = 0; dimension < 3; dimension++) {
    size_t low = a[dimension] < b[dimension] ? a[dimension] : b[dimension];
    size_t high = a[dimension] < b[dimension] ? b[dimension] : a[dimension];
    if (high - low >= region[dimension]) return false;
  }
  return true;
}

}  // namespace

cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                          const size_t* src_origin, const size_t* dst_origin, const size_t* region,
                          cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> from = require_image(src_image, *queue);
    Ref<_cl_mem> to = require_image(dst_image, *queue);
    const cl_image_format& a = from->image.format;
    const cl_image_format& b = to->image.format;
    check(a.image_channel_order == b.image_channel_order && a.image_channel_data_type == b.image_channel_data_type,
          CL_IMAGE_FORMAT_MISMATCH);
    check_region(from->image, src_origin, region);
    check_region(to->image, dst_origin, region);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    check(from.get() != to.get() || !regions_overlap(src_origin, dst_origin, region), CL_MEM_COPY_OVERLAP);
    Surface source = region_surface(*from, src_origin), target = region_surface(*to, dst_origin);
    size_t width = region[0] * from->image.element_size;
    auto command = transfer_command(volume(region) * from->image.element_size, {from, to},
                                [from, to, target, source, width, rows = region[1], slices = region[2]] {
                                  copy_box(target, source, width, rows, slices);
                                  note_copied(*to, target, *from, source, width, rows, slices);
                                });
    enqueue_host(*queue, CL_COMMAND_COPY_IMAGE, waits, false, std::move(command), event);
  });
}
