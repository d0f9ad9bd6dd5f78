// clCreateSampler.
#include "core/sampler.h"

using namespace runtime;

cl_sampler clCreateSampler(cl_context context, cl_bool normalized_coords, cl_addressing_mode addressing_mode,
                           cl_filter_mode filter_mode, cl_int* errcode_ret) {
  return create(errcode_ret,
                [&] { return hand_out(create_sampler(context, normalized_coords, addressing_mode, filter_mode)); });
}
