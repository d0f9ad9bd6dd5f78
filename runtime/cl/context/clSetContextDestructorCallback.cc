// clSetContextDestructorCallback.
#include "core/context.h"

using namespace runtime;

cl_int clSetContextDestructorCallback(cl_context context, void(CL_CALLBACK* pfn_notify)(cl_context, void*),
                                      void* user_data) {
  return status([&] {
    Ref<_cl_context> object = require(context);
    check(pfn_notify != nullptr, CL_INVALID_VALUE);
    std::lock_guard<std::mutex> lock(object->mutex);
    object->destructors.emplace_back(pfn_notify, user_data);
  });
}
