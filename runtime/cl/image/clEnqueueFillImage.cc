// clEnqueueFillImage.
#include <array>

#include "core/transfer.h"

using namespace runtime;

cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void* fill_color, const size_t* origin,
                          const size_t* region, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                          cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> to = require_image(image, *queue);
    check(fill_color != nullptr, CL_INVALID_VALUE);
    check_region(to->image, origin, region);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    std::array<unsigned char, 16> pixel = {};
    encode_pixel(to->image.format, fill_color, pixel.data());
    Surface target = region_surface(*to, origin);
    size_t element = to->image.element_size;
    auto command = transfer_command(volume(region) * element, {to},
                                [to, target, pixel, element, w = region[0], h = region[1], d = region[2]] {
                                  fill_box(target, pixel.data(), element, w * element, h, d);
                                  note_written(*to, target, w * element, h, d);
                                });
    enqueue_host(*queue, CL_COMMAND_FILL_IMAGE, waits, false, std::move(command), event);
  });
}
