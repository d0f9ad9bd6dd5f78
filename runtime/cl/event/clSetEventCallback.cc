// clSetEventCallback.
#include "core/scheduler.h"

using namespace runtime;

cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                          void(CL_CALLBACK* pfn_notify)(cl_event, cl_int, void*), void* user_data) {
  return status([&] {
    Ref<_cl_event> object = require(event);
    check(pfn_notify != nullptr, CL_INVALID_VALUE);
    check(command_exec_callback_type >= CL_COMPLETE && command_exec_callback_type <= CL_SUBMITTED, CL_INVALID_VALUE);
    add_event_callback(*object, command_exec_callback_type, pfn_notify, user_data);
  });
}
