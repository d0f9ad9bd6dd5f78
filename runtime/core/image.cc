// Geometry and formats of images.
#include "core/image.h"

#include <string.h>

#include <mutex>

#include "core/guarded_copy.h"
#include "core/session.h"

namespace runtime {
namespace {

size_t channels_of(cl_channel_order order) {
  switch (order) {
    case CL_R:
    case CL_A:
    case CL_INTENSITY:
    case CL_LUMINANCE:
    case CL_DEPTH:
    case CL_Rx:
      return 1;
    case CL_RG:
    case CL_RA:
    case CL_RGx:
      return 2;
    case CL_RGB:
    case CL_RGBx:
    case CL_sRGB:
      return 3;
    case CL_RGBA:
    case CL_BGRA:
    case CL_ARGB:
    case CL_sRGBA:
    case CL_sBGRA:
    case CL_sRGBx:
    case CL_ABGR:
      return 4;
    default:
      return 0;
  }
}

}  // namespace

void copy_box(const Surface& to, const Surface& from, size_t width, size_t rows, size_t slices) {
  bool packed_rows = to.row_pitch == width && from.row_pitch == width;
  if (packed_rows) {
    width *= rows;
    rows = 1;
  }
  if (rows == 1 && to.slice_pitch == width && from.slice_pitch == width) {
    width *= slices;
    slices = 1;
  }
  for (size_t z = 0; z < slices; z++) {
    for (size_t y = 0; y < rows; y++) checked_copy(to.at(0, y, z).base, from.at(0, y, z).base, width);
  }
}

void fill_box(const Surface& to, const void* pattern, size_t pattern_size, size_t width, size_t rows, size_t slices) {
  for (size_t z = 0; z < slices; z++) {
    for (size_t y = 0; y < rows; y++) {
      unsigned char* row = to.at(0, y, z).base;
      for (size_t x = 0; x < width; x += pattern_size) memcpy(row + x, pattern, pattern_size);
    }
  }
}

size_t ImageShape::extent(unsigned dimension) const {
  bool is_1d_array = kind == abi::ImageKind_D1_ARRAY;
  bool is_2d = kind == abi::ImageKind_D2 || kind == abi::ImageKind_D2_ARRAY || kind == abi::ImageKind_D3;
  if (dimension == 0) return width;
  if (dimension == 1) return is_1d_array ? array_size : is_2d ? height : 1;
  return kind == abi::ImageKind_D3 ? depth : kind == abi::ImageKind_D2_ARRAY ? array_size : 1;
}

size_t ImageShape::bytes() const {
  bool is_array = kind == abi::ImageKind_D1_ARRAY || kind == abi::ImageKind_D2_ARRAY;
  return slice_pitch * (is_array ? array_size : kind == abi::ImageKind_D3 ? depth : 1);
}

size_t element_size_of(const cl_image_format& format) {
  size_t channels = channels_of(format.image_channel_order);
  bool is_rgb = format.image_channel_order == CL_RGB || format.image_channel_order == CL_RGBx;
  switch (format.image_channel_data_type) {
    case CL_SNORM_INT8:
    case CL_UNORM_INT8:
    case CL_SIGNED_INT8:
    case CL_UNSIGNED_INT8:
      return channels;
    case CL_SNORM_INT16:
    case CL_UNORM_INT16:
    case CL_SIGNED_INT16:
    case CL_UNSIGNED_INT16:
    case CL_HALF_FLOAT:
      return channels * 2;
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
    case CL_FLOAT:
      return channels * 4;
    case CL_UNORM_SHORT_565:
    case CL_UNORM_SHORT_555:
      return is_rgb ? 2 : 0;
    case CL_UNORM_INT_101010:
      return is_rgb ? 4 : 0;
    default:
      return 0;
  }
}

void check_region(const ImageShape& shape, const size_t* origin, const size_t* region) {
  check(origin && region, CL_INVALID_VALUE);
  for (unsigned dimension = 0; dimension < 3; dimension++) {
    size_t extent = shape.extent(dimension);
    check(region[dimension] != 0, CL_INVALID_VALUE);
    check(origin[dimension] < extent && region[dimension] <= extent - origin[dimension], CL_INVALID_VALUE);
  }
}

uint32_t image_kind_of(cl_mem_object_type type) {
  switch (type) {
    case CL_MEM_OBJECT_IMAGE1D: return abi::ImageKind_D1;
    case CL_MEM_OBJECT_IMAGE1D_BUFFER: return abi::ImageKind_D1_BUFFER;
    case CL_MEM_OBJECT_IMAGE1D_ARRAY: return abi::ImageKind_D1_ARRAY;
    case CL_MEM_OBJECT_IMAGE2D: return abi::ImageKind_D2;
    case CL_MEM_OBJECT_IMAGE2D_ARRAY: return abi::ImageKind_D2_ARRAY;
    case CL_MEM_OBJECT_IMAGE3D: return abi::ImageKind_D3;
    default: return 0;
  }
}

const abi::ImageFormats& supported_formats(uint32_t kind) {
  // A property of the simulator, not of the session: a forked child may keep it.
  static std::mutex mutex;
  static abi::ImageFormats tables[abi::ImageKind_D3 + 1];
  std::lock_guard<std::mutex> lock(mutex);
  abi::ImageFormats& table = tables[kind];
  if (table.kind == 0) {
    abi::ImageFormats answer = {};
    answer.kind = kind;
    check(request(abi::kRequestImageFormats, &answer) == 0, CL_OUT_OF_RESOURCES);
    constexpr uint32_t kRoom = sizeof answer.order / sizeof answer.order[0];
    if (answer.count > kRoom) answer.count = kRoom;
    answer.kind = kind;
    table = answer;
  }
  return table;
}

}  // namespace runtime
