// clGetSamplerInfo.
#include "core/query.h"
#include "core/sampler.h"

using namespace runtime;

cl_int clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name, size_t param_value_size, void* param_value,
                        size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_sampler> object = require(sampler);
    Reply reply(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_SAMPLER_REFERENCE_COUNT: return reply.value<cl_uint>(object->api_references);
      case CL_SAMPLER_CONTEXT: return reply.value<cl_context>(object->context.get());
      case CL_SAMPLER_NORMALIZED_COORDS: return reply.value<cl_bool>(object->normalized);
      case CL_SAMPLER_ADDRESSING_MODE: return reply.value<cl_addressing_mode>(object->addressing);
      case CL_SAMPLER_FILTER_MODE: return reply.value<cl_filter_mode>(object->filter);
      case CL_SAMPLER_PROPERTIES: return reply.list(object->properties);
      default: fail(CL_INVALID_VALUE);
    }
  });
}
