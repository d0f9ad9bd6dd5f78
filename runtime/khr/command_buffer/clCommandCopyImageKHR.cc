// clCommandCopyImageKHR.
#include "core/command_buffer.h"

using namespace runtime;
using namespace runtime::khr;

cl_int khr::clCommandCopyImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                  const CommandProperty* properties, cl_mem src_image, cl_mem dst_image,
                                  const size_t* src_origin, const size_t* dst_origin, const size_t* region,
                                  cl_uint num_sync_points_in_wait_list, const SyncPoint* sync_point_wait_list,
                                  SyncPoint* sync_point, cl_mutable_command_khr* mutable_handle) {
  const Recording parameters = {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                                sync_point_wait_list, sync_point, mutable_handle};
  return status([&] {
    record_transfer(parameters, [&](const _cl_command_queue& queue) { return copy_image(queue, src_image, dst_image,
                    src_origin, dst_origin, region); });
  });
}
