// clSetUserEventStatus.
#include "core/scheduler.h"

using namespace runtime;

cl_int clSetUserEventStatus(cl_event event, cl_int execution_status) {
  return status([&] {
    Ref<_cl_event> object = require(event);
    check(object->type == CL_COMMAND_USER, CL_INVALID_EVENT);
    check(execution_status <= CL_COMPLETE, CL_INVALID_VALUE);
    set_user_event(*object, execution_status);
  });
}
