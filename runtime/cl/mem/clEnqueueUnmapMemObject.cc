// clEnqueueUnmapMemObject.
#include "core/transfer.h"

using namespace runtime;

namespace {

cl_map_flags take_mapping(_cl_mem& object, const void* pointer) {
  std::lock_guard<std::mutex> lock(object.mutex);
  for (size_t index = 0; index < object.mappings.size(); index++) {
    if (object.mappings[index].pointer != pointer) continue;
    const cl_map_flags flags = object.mappings[index].flags;
    object.mappings.erase(object.mappings.begin() + static_cast<long>(index));
    return flags;
  }
  fail(CL_INVALID_VALUE);
}

}  // namespace

cl_int clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void* mapped_ptr,
                               cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    Ref<_cl_mem> object = require(memobj);
    check(object->context.get() == queue->context.get(), CL_INVALID_CONTEXT);
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    const cl_map_flags flags = take_mapping(*object, mapped_ptr);
    // Behind a map for reading there is nothing to carry, and the program may have freed its memory.
    const bool carries = object->carries() && flags != CL_MAP_READ;
    auto command = host_command(carries ? object->size : 0, [object, carries] {
      if (carries) push_from_host(*object);
    });
    enqueue_host(*queue, CL_COMMAND_UNMAP_MEM_OBJECT, waits, false, std::move(command), event);
  });
}
