// clCreateCommandQueueWithProperties.
#include "core/queue.h"

using namespace runtime;

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties* properties, cl_int* errcode_ret) {
  return create(errcode_ret, [&] {
    require(context);
    require(device);
    cl_command_queue_properties flags = 0;
    std::vector<cl_queue_properties> list;
    for (const cl_queue_properties* pair = properties; pair && *pair; pair += 2) {
      check(pair[0] == CL_QUEUE_PROPERTIES || pair[0] == CL_QUEUE_SIZE, CL_INVALID_VALUE);
      check(pair[0] == CL_QUEUE_PROPERTIES, CL_INVALID_QUEUE_PROPERTIES);  // No queue on the device.
      flags = static_cast<cl_command_queue_properties>(pair[1]);
      list.insert(list.end(), pair, pair + 2);
    }
    if (properties) list.push_back(0);
    Ref<_cl_command_queue> queue = create_queue(context, device, flags);
    queue->property_list = std::move(list);
    return hand_out(std::move(queue));
  });
}
