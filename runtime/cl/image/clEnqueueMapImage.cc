// clEnqueueMapImage.
#include "core/mapping.h"

using namespace runtime;

void* clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map, cl_map_flags map_flags,
                        const size_t* origin, const size_t* region, size_t* image_row_pitch,
                        size_t* image_slice_pitch, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                        cl_event* event, cl_int* errcode_ret) {
  return create(errcode_ret, [&]() -> void* {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> object = require_image(image, *queue);
    check_map_flags(map_flags);
    check_region(object->image, origin, region);
    const ImageShape& shape = object->image;
    bool has_slices = shape.kind == abi::ImageKind_D3 || shape.kind == abi::ImageKind_D1_ARRAY ||
                      shape.kind == abi::ImageKind_D2_ARRAY;
    check(image_row_pitch && (image_slice_pitch || !has_slices), CL_INVALID_VALUE);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    check_map_access(*object, map_flags);
    unsigned char* base =
        object->has_host_copy() ? static_cast<unsigned char*>(object->host_ptr) : object->bytes();
    Surface surface = shape.surface(base, shape.host_row_pitch, shape.host_slice_pitch);
    void* pointer = surface.at(origin[0] * shape.element_size, origin[1], origin[2]).base;
    _cl_mem::Mapping mapping = {
        pointer, map_flags, {origin[0], origin[1], origin[2]}, {region[0], region[1], region[2]}};
    enqueue_map(*queue, *object, mapping, CL_COMMAND_MAP_IMAGE, waits, blocking_map, event);
    *image_row_pitch = shape.host_row_pitch;
    if (image_slice_pitch) *image_slice_pitch = has_slices ? shape.host_slice_pitch : 0;
    return pointer;
  });
}
