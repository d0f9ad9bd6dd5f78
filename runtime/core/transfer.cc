// Checks of transfer commands.
#include "core/transfer.h"

#include <stdint.h>
#include <string.h>

#include "core/device.h"

namespace runtime {
namespace {

/** a * b, or CL_INVALID_VALUE when that is beyond size_t. */
size_t multiply(size_t a, size_t b) {
  size_t product;
  check(!__builtin_mul_overflow(a, b, &product), CL_INVALID_VALUE);
  return product;
}

size_t add(size_t a, size_t b) {
  size_t sum;
  check(!__builtin_add_overflow(a, b, &sum), CL_INVALID_VALUE);
  return sum;
}

}  // namespace

Ref<_cl_mem> require_buffer(cl_mem handle, const _cl_command_queue& queue) {
  Ref<_cl_mem> buffer = require(handle);
  check(!buffer->is_image(), CL_INVALID_MEM_OBJECT);
  check(buffer->context.get() == queue.context.get(), CL_INVALID_CONTEXT);
  return buffer;
}

Ref<_cl_mem> require_image(cl_mem handle, const _cl_command_queue& queue) {
  Ref<_cl_mem> image = require(handle);
  check(image->is_image(), CL_INVALID_MEM_OBJECT);
  check(image->context.get() == queue.context.get(), CL_INVALID_CONTEXT);
  check(queue.device->has(abi::DeviceFlag_IMAGES), CL_INVALID_OPERATION);
  return image;
}

void check_range(const _cl_mem& buffer, size_t offset, size_t size) {
  check(size != 0 && offset < buffer.size && size <= buffer.size - offset, CL_INVALID_VALUE);
}

void check_host_reads(const _cl_mem& object) {
  check((object.flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0, CL_INVALID_OPERATION);
}

void check_host_writes(const _cl_mem& object) {
  check((object.flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) == 0, CL_INVALID_OPERATION);
}

void check_alignment(const _cl_mem& buffer, const _cl_command_queue&) {
  check(buffer.origin % (kBaseAlignmentBits / 8) == 0, CL_MISALIGNED_SUB_BUFFER_OFFSET);
}

RectSide check_rect(const size_t* origin, const size_t* region, size_t row_pitch, size_t slice_pitch) {
  check(origin && region, CL_INVALID_VALUE);
  check(region[0] && region[1] && region[2], CL_INVALID_VALUE);
  if (!row_pitch) row_pitch = region[0];
  check(row_pitch >= region[0], CL_INVALID_VALUE);
  size_t packed = multiply(region[1], row_pitch);
  if (!slice_pitch) slice_pitch = packed;
  check(slice_pitch >= packed && slice_pitch % row_pitch == 0, CL_INVALID_VALUE);
  size_t offset = add(add(multiply(origin[2], slice_pitch), multiply(origin[1], row_pitch)), origin[0]);
  return {offset, row_pitch, slice_pitch};
}

void check_rect_range(const _cl_mem& buffer, const RectSide& side, const size_t* region) {
  size_t last = add(multiply(region[2] - 1, side.slice_pitch), multiply(region[1] - 1, side.row_pitch));
  size_t end = add(add(side.offset, last), region[0]);
  check(end <= buffer.size, CL_INVALID_VALUE);
}

Surface host_surface(const ImageShape& shape, const void* pointer, const size_t* region, size_t row_pitch,
                     size_t slice_pitch) {
  size_t packed_row = region[0] * shape.element_size;
  if (!row_pitch) row_pitch = packed_row;
  check(row_pitch >= packed_row, CL_INVALID_VALUE);
  bool is_1d_array = shape.kind == abi::ImageKind_D1_ARRAY;
  bool has_slices = is_1d_array || shape.kind == abi::ImageKind_D2_ARRAY || shape.kind == abi::ImageKind_D3;
  check(has_slices || slice_pitch == 0, CL_INVALID_VALUE);
  size_t packed_slice = is_1d_array ? row_pitch : multiply(row_pitch, region[1]);
  if (!slice_pitch) slice_pitch = packed_slice;
  check(slice_pitch >= packed_slice, CL_INVALID_VALUE);
  return shape.surface(static_cast<unsigned char*>(const_cast<void*>(pointer)), row_pitch, slice_pitch);
}

Surface region_surface(const _cl_mem& image, const size_t* origin) {
  return image.surface().at(origin[0] * image.image.element_size, origin[1], origin[2]);
}

bool overlap(const _cl_mem& a, size_t a_offset, const _cl_mem& b, size_t b_offset, size_t size) {
  if (a.storage.get() != b.storage.get()) return false;
  uint64_t first = a.offset + a_offset, second = b.offset + b_offset;
  return first < second + size && second < first + size;
}

void pull_to_host(const _cl_mem& object, const _cl_mem::Mapping& mapping) {
  if (!object.carries() || (mapping.flags & CL_MAP_WRITE_INVALIDATE_REGION)) return;
  object.host->carry_in();
  object.host->carry_out();
}

void push_from_host(const _cl_mem& object) {
  if (object.carries()) object.host->carry_in();
}

}  // namespace runtime
