// clGetSupportedImageFormats: the formats are the same for every access.
#include "core/mem.h"

using namespace runtime;

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type image_type,
                                  cl_uint num_entries, cl_image_format* image_formats, cl_uint* num_image_formats) {
  return status([&] {
    Ref<_cl_context> owner = require(context);
    check_mem_flags(flags);
    uint32_t kind = image_kind_of(image_type);
    check(kind != 0, CL_INVALID_VALUE);
    check(!image_formats || num_entries, CL_INVALID_VALUE);
    bool has_images = false;
    for (const Ref<_cl_device_id>& device : owner->devices) has_images |= device->has(abi::DeviceFlag_IMAGES);
    const abi::ImageFormats& table = supported_formats(kind);
    cl_uint count = has_images ? table.count : 0;
    if (num_image_formats) *num_image_formats = count;
    for (cl_uint index = 0; image_formats && index < count && index < num_entries; index++) {
      image_formats[index] = {table.order[index], table.type[index]};
    }
  });
}
