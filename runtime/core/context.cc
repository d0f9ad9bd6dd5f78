// Context properties and notifications.
#include "core/context.h"

#include <string>

#include "core/threads.h"

using namespace runtime;

_cl_context::~_cl_context() {
  for (auto it = destructors.rbegin(); it != destructors.rend(); ++it) {
    ContextDestructor call = it->first;
    void* data = it->second;
    run_callback(make_task([this, call, data] { call(this, data); }));
  }
}

bool _cl_context::contains(const _cl_device_id* device) const {
  for (const Ref<_cl_device_id>& mine : devices) {
    if (mine.get() == device) return true;
  }
  return false;
}

namespace runtime {

std::vector<cl_context_properties> read_context_properties(const cl_context_properties* properties) {
  std::vector<cl_context_properties> copy;
  if (!properties) return copy;
  bool seen_platform = false, seen_sync = false;
  for (; *properties; properties += 2) {
    switch (properties[0]) {
      case CL_CONTEXT_PLATFORM:
        check(!seen_platform, CL_INVALID_PROPERTY);
        seen_platform = true;
        check(static_cast<bool>(acquire(reinterpret_cast<cl_platform_id>(properties[1]))), CL_INVALID_PLATFORM);
        break;
      case CL_CONTEXT_INTEROP_USER_SYNC:
        check(!seen_sync, CL_INVALID_PROPERTY);
        seen_sync = true;
        check(properties[1] == CL_TRUE || properties[1] == CL_FALSE, CL_INVALID_PROPERTY);
        break;
      default:
        fail(CL_INVALID_PROPERTY);
    }
    copy.insert(copy.end(), properties, properties + 2);
  }
  copy.push_back(0);
  return copy;
}

void notify_context(_cl_context& context, const char* text) {
  if (!context.notify) return;
  run_on_callback_thread(make_task([context = Ref<_cl_context>(context), text = std::string(text)] {
    context->notify(text.c_str(), nullptr, 0, context->notify_data);
  }));
}

}  // namespace runtime
