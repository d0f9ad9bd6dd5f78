// clCreateCommandBufferKHR.
#include "core/command_buffer.h"

using namespace runtime;
using namespace runtime::khr;

cl_command_buffer_khr khr::clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue* queues,
                                                    const BufferProperty* properties, cl_int* errcode_ret) {
  return create(errcode_ret, [&] {
    check(num_queues == 1 && queues, CL_INVALID_VALUE);
    Ref<_cl_command_queue> queue = require(queues[0]);
    Ref<_cl_command_buffer_khr> buffer = make<_cl_command_buffer_khr>(*queue);
    buffer->properties = read_properties(properties, [&](cl_properties name, cl_properties value) {
      constexpr cl_bitfield kOffered = kFlagSimultaneousUse | kFlagMutable;
      if (name == kBufferFlags) {
        check((value & ~(kOffered | kFlagDeviceSideSync)) == 0, CL_INVALID_VALUE);
        check((value & ~kOffered) == 0, CL_INVALID_PROPERTY);
        buffer->flags = value;
      } else {
        check(name == kBufferAsserts && (value & ~kAssertNoAdditionalWorkGroups) == 0, CL_INVALID_VALUE);
        buffer->asserts = value;
      }
    });
    return hand_out(std::move(buffer));
  });
}
