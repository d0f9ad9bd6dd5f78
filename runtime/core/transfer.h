// Checks of arguments that the transfer commands share.
#pragma once
#include "core/mem.h"
#include "core/notes.h"
#include "core/scheduler.h"

namespace runtime {

/** A buffer of the queue's context; CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT. */
Ref<_cl_mem> require_buffer(cl_mem handle, const _cl_command_queue& queue);
/** An image of the queue's context. */
Ref<_cl_mem> require_image(cl_mem handle, const _cl_command_queue& queue);

/** CL_INVALID_VALUE unless [offset, offset + size) is inside of the buffer. */
void check_range(const _cl_mem& buffer, size_t offset, size_t size);

/** CL_INVALID_OPERATION when the program promised not to read (or write) the object from the host. */
void check_host_reads(const _cl_mem& object);
void check_host_writes(const _cl_mem& object);

/** A sub-buffer has to start where the queue's device can address it. */
void check_alignment(const _cl_mem& buffer, const _cl_command_queue& queue);

/** Pitches of one side of a rectangle copy, with 0 replaced, after the checks of the specification. */
struct RectSide {
  size_t offset;  ///< Bytes from the start to the origin of the rectangle.
  size_t row_pitch;
  size_t slice_pitch;
};
RectSide check_rect(const size_t* origin, const size_t* region, size_t row_pitch, size_t slice_pitch);
/** CL_INVALID_VALUE unless the rectangle is inside of the buffer. */
void check_rect_range(const _cl_mem& buffer, const RectSide& side, const size_t* region);

/** Pitches of the program's memory in an image transfer, with 0 replaced. */
Surface host_surface(const ImageShape& shape, const void* pointer, const size_t* region, size_t row_pitch,
                     size_t slice_pitch);

/** The pixels of a region. */
Surface region_surface(const _cl_mem& image, const size_t* origin);

/** True when two ranges of device memory share bytes. */
bool overlap(const _cl_mem& a, size_t a_offset, const _cl_mem& b, size_t b_offset, size_t size);

/** Around a mapping of an object made with CL_MEM_USE_HOST_PTR: memory that was not adopted is carried. */
void pull_to_host(const _cl_mem& object, const _cl_mem::Mapping& mapping);
void push_from_host(const _cl_mem& object);

/**
 * A host command that reads or writes the contents of objects: host memory that is carried is up to date before it, and
 * gets what it has written.
 */
template <class Body>
std::unique_ptr<HostCommand> transfer_command(uint64_t bytes, const std::vector<Ref<_cl_mem>>& objects, Body body) {
  std::vector<std::shared_ptr<HostMemory>> carried;
  for (const Ref<_cl_mem>& object : objects) {
    if (!object->carries()) continue;
    carried.push_back(object->host);
    bytes += object->size;
  }
  if (carried.empty()) return host_command(bytes, std::move(body));
  return host_command(bytes, [carried = std::move(carried), body = std::move(body)]() mutable {
    for (const std::shared_ptr<HostMemory>& memory : carried) memory->carry_in();
    body();
    for (const std::shared_ptr<HostMemory>& memory : carried) memory->carry_out();
  });
}

inline size_t volume(const size_t* region) { return region[0] * region[1] * region[2]; }

}  // namespace runtime
