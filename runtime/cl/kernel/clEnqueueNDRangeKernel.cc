// clEnqueueNDRangeKernel.
#include "core/api_call.h"
#include "core/launch.h"

using namespace runtime;

cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                              const size_t* global_work_offset, const size_t* global_work_size,
                              const size_t* local_work_size, cl_uint num_events_in_wait_list,
                              const cl_event* event_wait_list, cl_event* event) {
  ApiCallScope call(abi::ApiCall_clEnqueueNDRangeKernel);
  return status([&] {
    Ref<_cl_command_queue> queue = require(command_queue);
    const WorkSize size = {work_dim, global_work_offset, global_work_size, local_work_size};
    enqueue_kernel(*queue, CL_COMMAND_NDRANGE_KERNEL, kernel, size, num_events_in_wait_list, event_wait_list, event);
  });
}
