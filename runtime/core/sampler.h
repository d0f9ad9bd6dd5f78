// Samplers.
#pragma once
#include "core/context.h"

struct _cl_sampler : runtime::Object {
  static constexpr runtime::Kind kKind = runtime::Kind::Sampler;
  static constexpr cl_int kInvalid = CL_INVALID_SAMPLER;
  _cl_sampler(_cl_context& context, cl_bool normalized, cl_addressing_mode addressing, cl_filter_mode filter)
      : Object(kKind, runtime::destroy_as<_cl_sampler>),
        context(context),
        normalized(normalized),
        addressing(addressing),
        filter(filter) {}

  const runtime::Ref<_cl_context> context;
  const cl_bool normalized;
  const cl_addressing_mode addressing;
  const cl_filter_mode filter;
  std::vector<cl_sampler_properties> properties;

  /** The CLK_* bits that a kernel gets. */
  uint32_t bits() const;
};

namespace runtime {
Ref<_cl_sampler> create_sampler(cl_context context, cl_bool normalized, cl_addressing_mode addressing,
                                cl_filter_mode filter);
}  // namespace runtime
