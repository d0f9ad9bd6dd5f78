// clRetainEvent.
#include "core/event.h"

using namespace runtime;

cl_int clRetainEvent(cl_event event) {
  return status([&] { retain_handle(event); });
}
