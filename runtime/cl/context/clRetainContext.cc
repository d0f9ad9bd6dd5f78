// clRetainContext.
#include "core/context.h"

using namespace runtime;

cl_int clRetainContext(cl_context context) {
  return status([&] { retain_handle(context); });
}
