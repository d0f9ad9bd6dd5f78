// clEnqueueMigrateMemObjects: all devices see the same video memory, so that only the order matters.
#include "core/transfer.h"

using namespace runtime;

cl_int clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects, const cl_mem* mem_objects,
                                  cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                                  const cl_event* event_wait_list, cl_event* event) {
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    check(num_mem_objects && mem_objects, CL_INVALID_VALUE);
    constexpr cl_mem_migration_flags kKnown = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    check((flags & ~kKnown) == 0, CL_INVALID_VALUE);
    for (cl_uint index = 0; index < num_mem_objects; index++) {
      check(require(mem_objects[index])->context.get() == queue->context.get(), CL_INVALID_CONTEXT);
    }
    WaitList waits(*queue->context, num_events_in_wait_list, event_wait_list);
    Submission submission;
    submission.type = CL_COMMAND_MIGRATE_MEM_OBJECTS;
    enqueue(*queue, waits, std::move(submission), event);
  });
}
