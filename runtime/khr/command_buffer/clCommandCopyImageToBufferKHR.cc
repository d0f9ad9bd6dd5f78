// clCommandCopyImageToBufferKHR.
#include "core/command_buffer.h"

using namespace runtime;
using namespace runtime::khr;

cl_int khr::clCommandCopyImageToBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                          const CommandProperty* properties, cl_mem src_image, cl_mem dst_buffer,
                                          const size_t* src_origin, const size_t* region, size_t dst_offset,
                                          cl_uint num_sync_points_in_wait_list, const SyncPoint* sync_point_wait_list,
                                          SyncPoint* sync_point, cl_mutable_command_khr* mutable_handle) {
  const Recording parameters = {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                                sync_point_wait_list, sync_point, mutable_handle};
  return status([&] {
    record_transfer(parameters, [&](const _cl_command_queue& queue) { return copy_image_to_buffer(queue, src_image,
                    dst_buffer, src_origin, region, dst_offset); });
  });
}
