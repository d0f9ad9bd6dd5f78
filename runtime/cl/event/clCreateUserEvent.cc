// clCreateUserEvent.
#include "core/event.h"

using namespace runtime;

cl_event clCreateUserEvent(cl_context context, cl_int* errcode_ret) {
  return create(errcode_ret, [&] {
    Ref<_cl_context> owner = require(context);
    Ref<_cl_event> event = make<_cl_event>(*owner, nullptr, CL_COMMAND_USER);
    event->status = CL_SUBMITTED;
    return hand_out(std::move(event));
  });
}
