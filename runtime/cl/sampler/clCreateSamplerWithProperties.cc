// clCreateSamplerWithProperties.
#include "core/sampler.h"

using namespace runtime;

cl_sampler clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties* sampler_properties,
                                         cl_int* errcode_ret) {
  return create(errcode_ret, [&] {
    require(context);
    cl_bool normalized = CL_TRUE;
    cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
    cl_filter_mode filter = CL_FILTER_NEAREST;
    std::vector<cl_sampler_properties> list;
    unsigned seen = 0;
    for (const cl_sampler_properties* pair = sampler_properties; pair && *pair; pair += 2) {
      unsigned bit = 0;
      switch (pair[0]) {
        case CL_SAMPLER_NORMALIZED_COORDS: normalized = static_cast<cl_bool>(pair[1]), bit = 1; break;
        case CL_SAMPLER_ADDRESSING_MODE: addressing = static_cast<cl_addressing_mode>(pair[1]), bit = 2; break;
        case CL_SAMPLER_FILTER_MODE: filter = static_cast<cl_filter_mode>(pair[1]), bit = 4; break;
        default: fail(CL_INVALID_VALUE);
      }
      check(!(seen & bit), CL_INVALID_VALUE);
      seen |= bit;
      list.insert(list.end(), pair, pair + 2);
    }
    if (sampler_properties) list.push_back(0);
    Ref<_cl_sampler> sampler = create_sampler(context, normalized, addressing, filter);
    sampler->properties = std::move(list);
    return hand_out(std::move(sampler));
  });
}
