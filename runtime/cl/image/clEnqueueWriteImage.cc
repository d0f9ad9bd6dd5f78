// clEnqueueWriteImage.
#include "core/transfer.h"

using namespace runtime;

cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write, const size_t* origin,
                           const size_t* region, size_t input_row_pitch, size_t input_slice_pitch, const void* ptr,
                           cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> to = require_image(image, *queue);
    check_region(to->image, origin, region);
    check(ptr != nullptr, CL_INVALID_VALUE);
    Surface source = host_surface(to->image, ptr, region, input_row_pitch, input_slice_pitch);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    check_host_writes(*to);
    Surface target = region_surface(*to, origin);
    size_t width = region[0] * to->image.element_size;
    auto command = transfer_command(volume(region) * to->image.element_size, {to},
                                [to, target, source, width, rows = region[1], slices = region[2]] {
                                  copy_box(target, source, width, rows, slices);
                                  note_written(*to, target, width, rows, slices);
                                });
    enqueue_host(*queue, CL_COMMAND_WRITE_IMAGE, waits, blocking_write, std::move(command), event);
  });
}
