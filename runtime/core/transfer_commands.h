// The commands that the host executes on the memory of objects, checked but not yet enqueued: enqueued once by
// clEnqueue*, or any number of times by a command buffer.
#pragma once
#include <functional>

#include "core/transfer.h"

namespace runtime {

/** Bytes of an object that a command reads or writes: a box, from `place` in the object's memory. */
struct TransferAccess {
  Ref<_cl_mem> object;
  Surface place;
  size_t width, rows, slices;
};

/** Copies and fills. */
struct Transfer {
  cl_command_type type;
  /** Roughly how many bytes it moves. */
  uint64_t bytes;
  TransferAccess target;
  /** Empty for a fill. */
  std::vector<TransferAccess> sources;
  /** May run any number of times, also on several threads. */
  std::function<void()> body;
};

/** After all checks of the specification but those of the wait list. */
Transfer copy_buffer(const _cl_command_queue& queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
                     size_t dst_offset, size_t size);
/** Origins, and pitches as the program gives them, of both sides of a rectangle copy. */
struct RectCopy {
  const size_t *src_origin, *dst_origin, *region;
  size_t src_row_pitch, src_slice_pitch, dst_row_pitch, dst_slice_pitch;
};
Transfer copy_buffer_rect(const _cl_command_queue& queue, cl_mem src_buffer, cl_mem dst_buffer, const RectCopy& rect);
Transfer copy_buffer_to_image(const _cl_command_queue& queue, cl_mem src_buffer, cl_mem dst_image, size_t src_offset,
                              const size_t* dst_origin, const size_t* region);
Transfer copy_image(const _cl_command_queue& queue, cl_mem src_image, cl_mem dst_image, const size_t* src_origin,
                    const size_t* dst_origin, const size_t* region);
Transfer copy_image_to_buffer(const _cl_command_queue& queue, cl_mem src_image, cl_mem dst_buffer,
                              const size_t* src_origin, const size_t* region, size_t dst_offset);
Transfer fill_buffer(const _cl_command_queue& queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                     size_t offset, size_t size);
Transfer fill_image(const _cl_command_queue& queue, cl_mem image, const void* fill_color, const size_t* origin,
                    const size_t* region);

/** One execution of a transfer. */
std::unique_ptr<HostCommand> command_of(const Transfer& transfer);

/** Enqueues a transfer once, after the check of its wait list. */
void enqueue_transfer(_cl_command_queue& queue, const Transfer& transfer, cl_uint wait_count, const cl_event* wait_list,
                      cl_event* event);

}  // namespace runtime
