// clReleaseEvent.
#include "core/event.h"

using namespace runtime;

cl_int clReleaseEvent(cl_event event) {
  return status([&] { release_handle(event); });
}
