// clCommandCopyBufferRectKHR.
#include "core/command_buffer.h"

using namespace runtime;
using namespace runtime::khr;

cl_int khr::clCommandCopyBufferRectKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                       const CommandProperty* properties, cl_mem src_buffer, cl_mem dst_buffer,
                                       const size_t* src_origin, const size_t* dst_origin, const size_t* region,
                                       size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
                                       size_t dst_slice_pitch, cl_uint num_sync_points_in_wait_list,
                                       const SyncPoint* sync_point_wait_list, SyncPoint* sync_point,
                                       cl_mutable_command_khr* mutable_handle) {
  const Recording parameters = {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                                sync_point_wait_list, sync_point, mutable_handle};
  return status([&] {
    record_transfer(parameters, [&](const _cl_command_queue& queue) { return copy_buffer_rect(queue, src_buffer,
                    dst_buffer, {src_origin, dst_origin, region, src_row_pitch, src_slice_pitch, dst_row_pitch,
                    dst_slice_pitch}); });
  });
}
