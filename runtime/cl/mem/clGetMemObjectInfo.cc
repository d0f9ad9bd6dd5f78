// clGetMemObjectInfo.
#include "core/mem.h"
#include "core/query.h"

using namespace runtime;

namespace {

cl_uint map_count(_cl_mem& object) {
  std::lock_guard<std::mutex> lock(object.mutex);
  return static_cast<cl_uint>(object.mappings.size());
}

}  // namespace

cl_int clGetMemObjectInfo(cl_mem memobj, cl_mem_info param_name, size_t param_value_size, void* param_value,
                          size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_mem> object = require(memobj);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_MEM_TYPE: return reply.value<cl_mem_object_type>(object->type);
      case CL_MEM_FLAGS: return reply.value<cl_mem_flags>(object->flags);
      case CL_MEM_SIZE: return reply.value<size_t>(object->size);
      case CL_MEM_HOST_PTR: return reply.value<void*>(object->host_ptr);
      case CL_MEM_MAP_COUNT: return reply.value<cl_uint>(map_count(*object));
      case CL_MEM_REFERENCE_COUNT: return reply.value<cl_uint>(object->api_references);
      case CL_MEM_CONTEXT: return reply.value<cl_context>(object->context.get());
      case CL_MEM_ASSOCIATED_MEMOBJECT: return reply.value<cl_mem>(object->parent.get());
      case CL_MEM_OFFSET: return reply.value<size_t>(object->origin);
      case CL_MEM_USES_SVM_POINTER: return reply.value<cl_bool>(CL_FALSE);
      case CL_MEM_PROPERTIES: return reply.list(object->properties);
      default: fail(CL_INVALID_VALUE);
    }
  });
}
