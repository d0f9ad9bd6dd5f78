// Creation of samplers, and the value that kernels see.
#include "core/sampler.h"

using namespace runtime;

uint32_t _cl_sampler::bits() const {
  uint32_t bits = normalized ? 1 : 0;  // CLK_NORMALIZED_COORDS_TRUE
  switch (addressing) {
    case CL_ADDRESS_CLAMP_TO_EDGE: bits |= 2; break;
    case CL_ADDRESS_CLAMP: bits |= 4; break;
    case CL_ADDRESS_REPEAT: bits |= 6; break;
    case CL_ADDRESS_MIRRORED_REPEAT: bits |= 8; break;
    default: break;
  }
  return bits | (filter == CL_FILTER_LINEAR ? 0x20 : 0x10);
}

namespace runtime {

Ref<_cl_sampler> create_sampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                                cl_filter_mode filter) {
  Ref<_cl_context> owner = require(context);
  check(normalized == CL_TRUE || normalized == CL_FALSE, CL_INVALID_VALUE);
  check(addressing >= CL_ADDRESS_NONE && addressing <= CL_ADDRESS_MIRRORED_REPEAT, CL_INVALID_VALUE);
  check(filter == CL_FILTER_NEAREST || filter == CL_FILTER_LINEAR, CL_INVALID_VALUE);
  bool repeats = addressing == CL_ADDRESS_REPEAT || addressing == CL_ADDRESS_MIRRORED_REPEAT;
  check(normalized || !repeats, CL_INVALID_VALUE);
  bool has_images = false;
  for (const Ref<_cl_device_id>& device : owner->devices) has_images |= device->has(abi::DeviceFlag_IMAGES);
  check(has_images, CL_INVALID_OPERATION);
  return make<_cl_sampler>(*owner, normalized, addressing, filter);
}

}  // namespace runtime
