// clCommandNDRangeKernelKHR.
#include "core/api_call.h"
#include "core/command_buffer.h"

using namespace runtime;
using namespace runtime::khr;

cl_int khr::clCommandNDRangeKernelKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                      const CommandProperty* properties, cl_kernel kernel, cl_uint work_dim,
                                      const size_t* global_work_offset, const size_t* global_work_size,
                                      const size_t* local_work_size, cl_uint num_sync_points_in_wait_list,
                                      const SyncPoint* sync_point_wait_list, SyncPoint* sync_point,
                                      cl_mutable_command_khr* mutable_handle) {
  const Recording parameters = {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                                sync_point_wait_list, sync_point, mutable_handle};
  ApiCallScope call(abi::ApiCall_clCommandNDRangeKernelKHR);
  return status([&] {
    record_kernel(parameters, kernel, {work_dim, global_work_offset, global_work_size, local_work_size});
  });
}
