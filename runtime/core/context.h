// Contexts: the devices that share objects.
#pragma once
#include <mutex>
#include <vector>

#include "core/object.h"
#include "core/platform.h"

typedef void(CL_CALLBACK* ContextNotify)(const char*, const void*, size_t, void*);
typedef void(CL_CALLBACK* ContextDestructor)(cl_context, void*);

struct _cl_context : runtime::Object {
  static constexpr runtime::Kind kKind = runtime::Kind::Context;
  static constexpr cl_int kInvalid = CL_INVALID_CONTEXT;
  _cl_context() : Object(kKind, runtime::destroy_as<_cl_context>) {}
  ~_cl_context();

  std::vector<runtime::Ref<_cl_device_id>> devices;
  /** As the program gave them, with the final 0; empty when it gave none. */
  std::vector<cl_context_properties> properties;
  ContextNotify notify = nullptr;
  void* notify_data = nullptr;
  std::mutex mutex;
  std::vector<std::pair<ContextDestructor, void*>> destructors;

  bool contains(const _cl_device_id* device) const;
};

namespace runtime {

/** Reads a property list and checks it; returns a copy with the final 0. */
std::vector<cl_context_properties> read_context_properties(const cl_context_properties* properties);

/** Reports an error to the program through the context's callback, if it has one. */
void notify_context(_cl_context& context, const char* text);

}  // namespace runtime
