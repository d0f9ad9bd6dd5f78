// clGetContextInfo.
#include "core/context.h"
#include "core/query.h"

using namespace runtime;

cl_int clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size, void* param_value,
                        size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_context> object = require(context);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_CONTEXT_REFERENCE_COUNT: return reply.value<cl_uint>(object->api_references);
      case CL_CONTEXT_NUM_DEVICES: return reply.value(static_cast<cl_uint>(object->devices.size()));
      case CL_CONTEXT_PROPERTIES: return reply.list(object->properties);
      case CL_CONTEXT_DEVICES: {
        std::vector<cl_device_id> devices;
        for (const Ref<_cl_device_id>& device : object->devices) devices.push_back(device.get());
        return reply.list(devices);
      }
      default: fail(CL_INVALID_VALUE);
    }
  });
}
