// clWaitForEvents.
#include "core/scheduler.h"

using namespace runtime;

cl_int clWaitForEvents(cl_uint num_events, const cl_event* event_list) {
  return status([&] {
    check(num_events && event_list, CL_INVALID_VALUE);
    std::vector<Ref<_cl_event>> events;
    for (cl_uint index = 0; index < num_events; index++) events.push_back(require(event_list[index]));
    const _cl_context* context = events[0]->context.get();
    for (const Ref<_cl_event>& event : events) check(event->context.get() == context, CL_INVALID_CONTEXT);
    bool has_failed = false;
    for (const Ref<_cl_event>& event : events) {
      wait_for(*event);
      has_failed |= event->status < 0;
    }
    check(!has_failed, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  });
}
