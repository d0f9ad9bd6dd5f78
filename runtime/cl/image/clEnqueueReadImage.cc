// clEnqueueReadImage.
#include "core/transfer.h"

using namespace runtime;

cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read, const size_t* origin,
                          const size_t* region, size_t row_pitch, size_t slice_pitch, void* ptr,
                          cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> from = require_image(image, *queue);
    check_region(from->image, origin, region);
    check(ptr != nullptr, CL_INVALID_VALUE);
    Surface target = host_surface(from->image, ptr, region, row_pitch, slice_pitch);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    check_host_reads(*from);
    Surface source = region_surface(*from, origin);
    size_t width = region[0] * from->image.element_size;
    auto command = transfer_command(volume(region) * from->image.element_size, {from},
                                [from, target, source, width, rows = region[1], slices = region[2]] {
                                  copy_box(target, source, width, rows, slices);
                                });
    enqueue_host(*queue, CL_COMMAND_READ_IMAGE, waits, blocking_read, std::move(command), event);
  });
}
