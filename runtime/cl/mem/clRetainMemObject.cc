// clRetainMemObject.
#include "core/mem.h"

using namespace runtime;

cl_int clRetainMemObject(cl_mem memobj) {
  return status([&] { retain_handle(memobj); });
}
