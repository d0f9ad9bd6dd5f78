// clRetainSampler.
#include "core/sampler.h"

using namespace runtime;

cl_int clRetainSampler(cl_sampler sampler) {
  return status([&] { retain_handle(sampler); });
}
