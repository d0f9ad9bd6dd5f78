// Creation of command queues.
#include "core/queue.h"

namespace runtime {

Ref<_cl_command_queue> create_queue(cl_context context, cl_device_id device, cl_command_queue_properties properties) {
  Ref<_cl_context> owner = require(context);
  Ref<_cl_device_id> target = require(device);
  check(owner->contains(device), CL_INVALID_DEVICE);
  constexpr cl_command_queue_properties kKnown = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE |
                                                 CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;
  check((properties & ~kKnown) == 0, CL_INVALID_VALUE);
  check((properties & (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT)) == 0, CL_INVALID_QUEUE_PROPERTIES);
  return make<_cl_command_queue>(*owner, *target, properties);
}

}  // namespace runtime
