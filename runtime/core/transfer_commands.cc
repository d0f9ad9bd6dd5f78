// Copies and fills.
#include "core/transfer_commands.h"

#include <string.h>

#include <array>

namespace runtime {
namespace {

/** The interval test of the specification's appendix D, for boxes of the same pitches in one object. */
bool boxes_overlap(const size_t* a, const size_t* b, const size_t* region) {
  for (unsigned dimension = 0; dimension < 3; dimension++) {
    size_t low = a[dimension] < b[dimension] ? a[dimension] : b[dimension];
    size_t high = a[dimension] < b[dimension] ? b[dimension] : a[dimension];
    if (high - low >= region[dimension]) return false;
  }
  return true;
}

/** A copy of a box between objects. */
Transfer copy_of(cl_command_type type, uint64_t bytes, TransferAccess target, TransferAccess source) {
  auto body = [target, source] {
    copy_box(target.place, source.place, target.width, target.rows, target.slices);
    note_copied(*target.object, target.place, *source.object, source.place, target.width, target.rows, target.slices);
  };
  return {type, bytes, target, {source}, std::move(body)};
}

/** Rows of a buffer as a copy from or to an image has them: packed. */
Surface packed_rows(const _cl_mem& image, unsigned char* base, size_t width, size_t rows) {
  return image.image.surface(base, width, image.image.kind == abi::ImageKind_D1_ARRAY ? width : width * rows);
}

}  // namespace

Transfer copy_buffer(const _cl_command_queue& queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
                     size_t dst_offset, size_t size) {
  Ref<_cl_mem> from = require_buffer(src_buffer, queue);
  Ref<_cl_mem> to = require_buffer(dst_buffer, queue);
  check_range(*from, src_offset, size);
  check_range(*to, dst_offset, size);
  check_alignment(*from, queue);
  check_alignment(*to, queue);
  check(!overlap(*from, src_offset, *to, dst_offset, size), CL_MEM_COPY_OVERLAP);
  TransferAccess source = {from, {from->bytes() + src_offset, size, size}, size, 1, 1};
  TransferAccess target = {to, {to->bytes() + dst_offset, size, size}, size, 1, 1};
  return copy_of(CL_COMMAND_COPY_BUFFER, size, target, source);
}

Transfer copy_buffer_rect(const _cl_command_queue& queue, cl_mem src_buffer, cl_mem dst_buffer, const RectCopy& rect) {
  Ref<_cl_mem> from = require_buffer(src_buffer, queue);
  Ref<_cl_mem> to = require_buffer(dst_buffer, queue);
  const size_t* region = rect.region;
  RectSide source = check_rect(rect.src_origin, region, rect.src_row_pitch, rect.src_slice_pitch);
  RectSide target = check_rect(rect.dst_origin, region, rect.dst_row_pitch, rect.dst_slice_pitch);
  check_rect_range(*from, source, region);
  check_rect_range(*to, target, region);
  if (from.get() == to.get()) {
    bool same = source.row_pitch == target.row_pitch && source.slice_pitch == target.slice_pitch;
    check(same, CL_INVALID_VALUE);
    check(!boxes_overlap(rect.src_origin, rect.dst_origin, region), CL_MEM_COPY_OVERLAP);
  }
  check_alignment(*from, queue);
  check_alignment(*to, queue);
  Surface read = {from->bytes() + source.offset, source.row_pitch, source.slice_pitch};
  Surface written = {to->bytes() + target.offset, target.row_pitch, target.slice_pitch};
  return copy_of(CL_COMMAND_COPY_BUFFER_RECT, volume(region), {to, written, region[0], region[1], region[2]},
                 {from, read, region[0], region[1], region[2]});
}

Transfer copy_buffer_to_image(const _cl_command_queue& queue, cl_mem src_buffer, cl_mem dst_image, size_t src_offset,
                              const size_t* dst_origin, const size_t* region) {
  Ref<_cl_mem> from = require_buffer(src_buffer, queue);
  Ref<_cl_mem> to = require_image(dst_image, queue);
  check(to->parent.get() != from.get(), CL_INVALID_MEM_OBJECT);
  check_region(to->image, dst_origin, region);
  size_t width = region[0] * to->image.element_size, bytes = volume(region) * to->image.element_size;
  check_range(*from, src_offset, bytes);
  check_alignment(*from, queue);
  Surface source = packed_rows(*to, from->bytes() + src_offset, width, region[1]);
  return copy_of(CL_COMMAND_COPY_BUFFER_TO_IMAGE, bytes, {to, region_surface(*to, dst_origin), width, region[1],
                 region[2]},
                 {from, source, width, region[1], region[2]});
}

Transfer copy_image(const _cl_command_queue& queue, cl_mem src_image, cl_mem dst_image, const size_t* src_origin,
                    const size_t* dst_origin, const size_t* region) {
  Ref<_cl_mem> from = require_image(src_image, queue);
  Ref<_cl_mem> to = require_image(dst_image, queue);
  const cl_image_format& a = from->image.format;
  const cl_image_format& b = to->image.format;
  check(a.image_channel_order == b.image_channel_order && a.image_channel_data_type == b.image_channel_data_type,
        CL_IMAGE_FORMAT_MISMATCH);
  check_region(from->image, src_origin, region);
  check_region(to->image, dst_origin, region);
  check(from.get() != to.get() || !boxes_overlap(src_origin, dst_origin, region), CL_MEM_COPY_OVERLAP);
  size_t width = region[0] * from->image.element_size;
  return copy_of(CL_COMMAND_COPY_IMAGE, volume(region) * from->image.element_size,
                 {to, region_surface(*to, dst_origin), width, region[1], region[2]},
                 {from, region_surface(*from, src_origin), width, region[1], region[2]});
}

Transfer copy_image_to_buffer(const _cl_command_queue& queue, cl_mem src_image, cl_mem dst_buffer,
                              const size_t* src_origin, const size_t* region, size_t dst_offset) {
  Ref<_cl_mem> from = require_image(src_image, queue);
  Ref<_cl_mem> to = require_buffer(dst_buffer, queue);
  check(from->parent.get() != to.get(), CL_INVALID_MEM_OBJECT);
  check_region(from->image, src_origin, region);
  size_t width = region[0] * from->image.element_size, bytes = volume(region) * from->image.element_size;
  check_range(*to, dst_offset, bytes);
  check_alignment(*to, queue);
  Surface target = packed_rows(*from, to->bytes() + dst_offset, width, region[1]);
  return copy_of(CL_COMMAND_COPY_IMAGE_TO_BUFFER, bytes, {to, target, width, region[1], region[2]},
                 {from, region_surface(*from, src_origin), width, region[1], region[2]});
}

Transfer fill_buffer(const _cl_command_queue& queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                     size_t offset, size_t size) {
  Ref<_cl_mem> to = require_buffer(buffer, queue);
  check_range(*to, offset, size);
  constexpr size_t kLargest = 128;  // long16
  bool is_power = pattern_size && (pattern_size & (pattern_size - 1)) == 0;
  check(pattern && is_power && pattern_size <= kLargest, CL_INVALID_VALUE);
  check(offset % pattern_size == 0 && size % pattern_size == 0, CL_INVALID_VALUE);
  check_alignment(*to, queue);
  std::array<unsigned char, kLargest> copy;
  memcpy(copy.data(), pattern, pattern_size);
  TransferAccess target = {to, {to->bytes() + offset, size, size}, size, 1, 1};
  return {CL_COMMAND_FILL_BUFFER, size, target, {}, [target, copy, pattern_size] {
            fill_box({target.place.base, 0, 0}, copy.data(), pattern_size, target.width, 1, 1);
            note_written(*target.object, target.place, target.width, 1, 1);
          }};
}

Transfer fill_image(const _cl_command_queue& queue, cl_mem image, const void* fill_color, const size_t* origin,
                    const size_t* region) {
  Ref<_cl_mem> to = require_image(image, queue);
  check(fill_color != nullptr, CL_INVALID_VALUE);
  check_region(to->image, origin, region);
  std::array<unsigned char, 16> pixel = {};
  encode_pixel(to->image.format, fill_color, pixel.data());
  size_t element = to->image.element_size;
  TransferAccess target = {to, region_surface(*to, origin), region[0] * element, region[1], region[2]};
  return {CL_COMMAND_FILL_IMAGE, volume(region) * element, target, {}, [target, pixel, element] {
            fill_box(target.place, pixel.data(), element, target.width, target.rows, target.slices);
            note_written(*target.object, target.place, target.width, target.rows, target.slices);
          }};
}

std::unique_ptr<HostCommand> command_of(const Transfer& transfer) {
  std::vector<Ref<_cl_mem>> objects = {transfer.target.object};
  for (const TransferAccess& source : transfer.sources) objects.push_back(source.object);
  return transfer_command(transfer.bytes, objects, transfer.body);
}

void enqueue_transfer(_cl_command_queue& queue, const Transfer& transfer, cl_uint wait_count, const cl_event* wait_list,
                      cl_event* event) {
  WaitList waits(*queue.context, wait_count, wait_list);
  enqueue_host(queue, transfer.type, waits, false, command_of(transfer), event);
}

}  // namespace runtime
