// clSetMemObjectDestructorCallback.
#include "core/mem.h"

using namespace runtime;

cl_int clSetMemObjectDestructorCallback(cl_mem memobj, void(CL_CALLBACK* pfn_notify)(cl_mem, void*),
                                        void* user_data) {
  return status([&] {
    Ref<_cl_mem> object = require(memobj);
    check(pfn_notify != nullptr, CL_INVALID_VALUE);
    std::lock_guard<std::mutex> lock(object->mutex);
    object->destructors.emplace_back(pfn_notify, user_data);
  });
}
