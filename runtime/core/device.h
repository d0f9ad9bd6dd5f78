// Constants of the simulated devices that the device does not report itself.
#pragma once
#include "core/platform.h"

namespace runtime {

/** CL_DEVICE_MEM_BASE_ADDR_ALIGN: bits to which sub-buffers are aligned. */
constexpr cl_uint kBaseAlignmentBits = 2048;
/** CL_DEVICE_MAX_PARAMETER_SIZE: bytes of all arguments of a kernel. */
constexpr size_t kMaxParameterSize = 1024;
constexpr size_t kProfilingResolutionNs = 1;

}  // namespace runtime
