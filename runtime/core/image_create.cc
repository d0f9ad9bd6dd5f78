// Creation of images: descriptor checks in the order of the specification, pitches, memory, contents.
#include <stdint.h>

#include "core/image.h"
#include "core/mem.h"
#include "core/notes.h"

namespace runtime {
namespace {

/** Rows of linear surfaces start at multiples of this, so that a pitch is a whole number of pixels of any format. */
constexpr size_t kPitchAlignment = 256;

bool is_supported(const cl_image_format& format, uint32_t kind) {
  const abi::ImageFormats& table = supported_formats(kind);
  for (uint32_t index = 0; index < table.count; index++) {
    if (table.order[index] == format.image_channel_order && table.type[index] == format.image_channel_data_type) {
      return true;
    }
  }
  return false;
}

bool is_array(uint32_t kind) { return kind == abi::ImageKind_D1_ARRAY || kind == abi::ImageKind_D2_ARRAY; }

bool has_slices(uint32_t kind) { return is_array(kind) || kind == abi::ImageKind_D3; }

/** Within the limits of one device of the context at least. */
bool fits(const ImageShape& shape, const _cl_device_id& device) {
  const abi::DeviceInfo& info = device.info;
  if (is_array(shape.kind) && shape.array_size > info.image_array_max) return false;
  switch (shape.kind) {
    case abi::ImageKind_D1_BUFFER:
      return shape.width <= info.image_buffer_max;
    case abi::ImageKind_D3:
      return shape.width <= info.image_3d_max && shape.height <= info.image_3d_max && shape.depth <= info.image_3d_max;
    default:
      return shape.width <= info.image_2d_max && shape.height <= info.image_2d_max;
  }
}

ImageShape read_descriptor(const cl_image_format& format, const cl_image_desc& desc) {
  ImageShape shape;
  shape.format = format;
  shape.element_size = element_size_of(format);
  shape.kind = image_kind_of(desc.image_type);
  check(shape.kind != 0, CL_INVALID_IMAGE_DESCRIPTOR);
  bool is_2d = shape.kind >= abi::ImageKind_D2;
  shape.width = desc.image_width;
  shape.height = is_2d ? desc.image_height : 1;
  shape.depth = shape.kind == abi::ImageKind_D3 ? desc.image_depth : 1;
  shape.array_size = is_array(shape.kind) ? desc.image_array_size : 1;
  check(shape.width && shape.height && shape.depth && shape.array_size, CL_INVALID_IMAGE_DESCRIPTOR);
  check(desc.num_mip_levels == 0 && desc.num_samples == 0, CL_INVALID_IMAGE_DESCRIPTOR);
  return shape;
}

/** Pitches of the program's memory: given ones, or packed. */
void read_host_pitches(ImageShape& shape, const cl_image_desc& desc, const void* host_ptr) {
  size_t packed_row = shape.width * shape.element_size;
  if (!host_ptr) {
    // AMD's cl.hpp leaves members uninitialised that mean nothing for the type of the image.
    const bool has_slice_pitch = has_slices(shape.kind) && desc.image_slice_pitch != 0;
    check(desc.image_row_pitch == 0 && !has_slice_pitch, CL_INVALID_IMAGE_DESCRIPTOR);
  }
  shape.host_row_pitch = desc.image_row_pitch ? desc.image_row_pitch : packed_row;
  check(shape.host_row_pitch >= packed_row && shape.host_row_pitch % shape.element_size == 0,
        CL_INVALID_IMAGE_DESCRIPTOR);
  size_t packed_slice = shape.host_row_pitch * shape.height;
  shape.host_slice_pitch = packed_slice;
  if (has_slices(shape.kind) && desc.image_slice_pitch) {
    shape.host_slice_pitch = desc.image_slice_pitch;
    check(shape.host_slice_pitch >= packed_slice && shape.host_slice_pitch % shape.host_row_pitch == 0,
          CL_INVALID_IMAGE_DESCRIPTOR);
  }
  shape.told_row_pitch = shape.host_row_pitch;
  shape.told_slice_pitch = shape.host_slice_pitch;
}

/** Pitches in video memory. The sizes are within the device's limits, so that nothing overflows 64 bits. */
void lay_out(ImageShape& shape) {
  uint64_t row = uint64_t{shape.width} * shape.element_size;
  if (shape.kind != abi::ImageKind_D1_BUFFER) row = (row + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
  uint64_t slice = row * shape.height;
  uint64_t total = slice * shape.depth * shape.array_size;
  check(total <= SIZE_MAX / 2, CL_INVALID_IMAGE_SIZE);
  shape.row_pitch = static_cast<size_t>(row);
  shape.slice_pitch = static_cast<size_t>(slice);
}

void describe(_cl_mem& image) {
  image.descriptor = Block(64);
  abi::ImageDescribe request_data = {};
  const ImageShape& shape = image.image;
  request_data.descriptor = image.descriptor.address();
  request_data.surface = image.address();
  request_data.kind = shape.kind;
  request_data.channel_order = shape.format.image_channel_order;
  request_data.channel_type = shape.format.image_channel_data_type;
  request_data.width = static_cast<uint32_t>(shape.width);
  request_data.height = static_cast<uint32_t>(shape.height);
  request_data.depth = static_cast<uint32_t>(shape.depth);
  request_data.array_size = static_cast<uint32_t>(shape.array_size);
  request_data.row_pitch = shape.row_pitch;
  request_data.slice_pitch = shape.slice_pitch;
  check(request(abi::kRequestImageDescribe, &request_data) == 0, CL_OUT_OF_RESOURCES);
}

void attach_buffer(_cl_mem& image, const cl_image_desc& desc) {
  Ref<_cl_mem> buffer = acquire(desc.mem_object);
  check(buffer && buffer->type == CL_MEM_OBJECT_BUFFER, CL_INVALID_IMAGE_DESCRIPTOR);
  check(buffer->context.get() == image.context.get(), CL_INVALID_CONTEXT);
  check(image.image.row_pitch <= buffer->size, CL_INVALID_IMAGE_SIZE);
  image.flags = inherited_flags(*buffer, image.flags);
  image.storage = buffer->storage;
  image.offset = buffer->offset;
  image.host_ptr = buffer->host_ptr;
  image.host = buffer->host;
  image.parent = std::move(buffer);
}

}  // namespace

cl_mem create_image(cl_context context, cl_mem_flags flags, const cl_image_format* format, const cl_image_desc* desc,
                    void* host_ptr) {
  Ref<_cl_context> owner = require(context);
  check_mem_flags(flags);
  check(format && element_size_of(*format), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  check(desc != nullptr, CL_INVALID_IMAGE_DESCRIPTOR);
  ImageShape shape = read_descriptor(*format, *desc);
  bool from_buffer = shape.kind == abi::ImageKind_D1_BUFFER;
  check(from_buffer == (desc->mem_object != nullptr), CL_INVALID_IMAGE_DESCRIPTOR);
  bool has_images = false, is_small = false;
  for (const Ref<_cl_device_id>& device : owner->devices) {
    has_images |= device->has(abi::DeviceFlag_IMAGES);
    is_small |= fits(shape, *device);
  }
  check(is_small, CL_INVALID_IMAGE_SIZE);
  check_host_ptr(flags, host_ptr);
  read_host_pitches(shape, *desc, host_ptr);
  check(has_images, CL_INVALID_OPERATION);
  check(is_supported(*format, shape.kind), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  lay_out(shape);
  Ref<_cl_mem> image = make<_cl_mem>(*owner, desc->image_type, flags, shape.bytes());
  image->image = shape;
  if (from_buffer) {
    attach_buffer(*image, *desc);
  } else {
    image->allocate();
  }
  if (!(flags & CL_MEM_USE_HOST_PTR)) {
    image->image.host_row_pitch = shape.row_pitch;
    image->image.host_slice_pitch = shape.slice_pitch;
  }
  describe(*image);
  note_object(*image);
  if (host_ptr && (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR))) {
    Surface from = shape.surface(static_cast<unsigned char*>(host_ptr), shape.host_row_pitch, shape.host_slice_pitch);
    const size_t width = shape.width * shape.element_size;
    if (flags & CL_MEM_USE_HOST_PTR) {
      image->host = HostMemory::of_image(image->storage, from, image->surface(), width, shape.extent(1), shape.extent(2));
      image->host_ptr = host_ptr;
    } else {
      copy_box(image->surface(), from, width, shape.extent(1), shape.extent(2));
    }
    note_written(*image);
  }
  return hand_out(std::move(image));
}

cl_mem create_image_1_1(cl_context context, cl_mem_flags flags, const cl_image_format* format,
                        const cl_image_desc& desc, void* host_ptr) {
  try {
    return create_image(context, flags, format, &desc, host_ptr);
  } catch (const Failure& failure) {
    fail(failure.code == CL_INVALID_IMAGE_DESCRIPTOR ? CL_INVALID_IMAGE_SIZE : failure.code);
  }
}

}  // namespace runtime
