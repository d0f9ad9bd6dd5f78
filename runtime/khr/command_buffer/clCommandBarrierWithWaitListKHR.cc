// clCommandBarrierWithWaitListKHR.
#include "core/command_buffer.h"

using namespace runtime;
using namespace runtime::khr;

cl_int khr::clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                            const CommandProperty* properties, cl_uint num_sync_points_in_wait_list,
                                            const SyncPoint* sync_point_wait_list, SyncPoint* sync_point,
                                            cl_mutable_command_khr* mutable_handle) {
  const Recording parameters = {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                                sync_point_wait_list, sync_point, mutable_handle};
  return status([&] {
    Recorder recorder(parameters);
    recorder.append({CL_COMMAND_BARRIER, {}, nullptr, nullptr});
  });
}
