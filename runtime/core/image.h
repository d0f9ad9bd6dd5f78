// Geometry and formats of images.
#pragma once
#include <cstddef>

#include "generated/abi.h"
#include "core/failure.h"

struct _cl_context;
struct _cl_mem;

namespace runtime {

/** A box of bytes with pitches: an image, a rectangle of a buffer, or the program's memory. */
struct Surface {
  unsigned char* base = nullptr;
  size_t row_pitch = 0;
  size_t slice_pitch = 0;

  /** The same surface, starting at column x (in bytes), row y and slice z. */
  Surface at(size_t x, size_t y, size_t z) const {
    return {base + x + y * row_pitch + z * slice_pitch, row_pitch, slice_pitch};
  }
};

/** Copies width bytes of `rows` rows of `slices` slices, by checked_copy. The surfaces must not overlap. */
void copy_box(const Surface& to, const Surface& from, size_t width, size_t rows, size_t slices);

/** Repeats a pattern over a box; `width` is a multiple of `pattern_size` bytes. */
void fill_box(const Surface& to, const void* pattern, size_t pattern_size, size_t width, size_t rows, size_t slices);

/** Description of an image, apart from its memory. Lengths in pixels, pitches in bytes. */
struct ImageShape {
  cl_image_format format = {};
  size_t element_size = 0;
  uint32_t kind = 0;  ///< abi::ImageKind
  size_t width = 0, height = 0, depth = 0, array_size = 0;
  /** In video memory. */
  size_t row_pitch = 0, slice_pitch = 0;
  /** In the host memory of CL_MEM_USE_HOST_PTR; else as in video memory. Maps have these. */
  size_t host_row_pitch = 0, host_slice_pitch = 0;
  /** The pitches that the program gave for its memory, or those of packed pixels, as queries return them. */
  size_t told_row_pitch = 0, told_slice_pitch = 0;

  /** Number of positions in dimension 0, 1, 2 of an origin; array images count as the dimension after the last. */
  size_t extent(unsigned dimension) const;
  size_t bytes() const;
  /** Strides for copy_box: the images of a 1D array are the rows. */
  Surface surface(unsigned char* base, size_t rows, size_t slices) const {
    return {base, kind == abi::ImageKind_D1_ARRAY ? slices : rows, slices};
  }
};

/** Bytes of a pixel; 0 for a combination that OpenCL does not define. */
size_t element_size_of(const cl_image_format& format);

/** Ends the call with CL_INVALID_VALUE unless the region is inside of the image. */
void check_region(const ImageShape& shape, const size_t* origin, const size_t* region);

/** abi::ImageKind of a cl_mem_object_type; 0 for others. */
uint32_t image_kind_of(cl_mem_object_type type);

/** The formats of the device for a kind. */
const abi::ImageFormats& supported_formats(uint32_t kind);

/** Encodes the colour of clEnqueueFillImage as one pixel; `pixel` has room for 16 bytes. */
void encode_pixel(const cl_image_format& format, const void* color, unsigned char* pixel);

/** The calls of OpenCL 1.1: sizes and pitches that are wrong have their own error. */
cl_mem create_image_1_1(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                        const cl_image_desc& desc, void* host_ptr);

/** Creates an image, for all calls that create one. */
cl_mem create_image(cl_context context, cl_mem_flags flags, const cl_image_format* format, const cl_image_desc* desc,
                    void* host_ptr);

}  // namespace runtime
