// clSetDefaultDeviceCommandQueue: there are no device queues here.
#include "core/queue.h"

using namespace runtime;

cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue command_queue) {
  return status([&] {
    require(context);
    require(device);
    require(command_queue);
    fail(CL_INVALID_OPERATION);
  });
}
