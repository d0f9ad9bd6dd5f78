// clReleaseSampler.
#include "core/sampler.h"

using namespace runtime;

cl_int clReleaseSampler(cl_sampler sampler) {
  return status([&] { release_handle(sampler); });
}
