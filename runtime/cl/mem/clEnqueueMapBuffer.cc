// clEnqueueMapBuffer: the program gets the video memory itself, or its own memory with CL_MEM_USE_HOST_PTR.
#include "core/mapping.h"

using namespace runtime;

void* clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map, cl_map_flags map_flags,
                         size_t offset, size_t size, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                         cl_event* event, cl_int* errcode_ret) {
  return create(errcode_ret, [&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> object = require_buffer(buffer, *queue);
    check_map_flags(map_flags);
    check_range(*object, offset, size);
    check_alignment(*object, *queue);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    check_map_access(*object, map_flags);
    unsigned char* base =
        object->has_host_copy() ? static_cast<unsigned char*>(object->host_ptr) : object->bytes();
    _cl_mem::Mapping mapping = {base + offset, map_flags, {offset, 0, 0}, {size, 1, 1}};
    enqueue_map(*queue, *object, mapping, CL_COMMAND_MAP_BUFFER, waits, blocking_map, event);
    return mapping.pointer;
  });
}
