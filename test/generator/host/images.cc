#include "images.h"

namespace {

struct Channel {
  const char* name;
  cl_channel_type type;
};

constexpr Channel CHANNELS[] = {
    {"char", CL_SIGNED_INT8},   {"short", CL_SIGNED_INT16},   {"int", CL_SIGNED_INT32},   {"float", CL_FLOAT},
    {"uchar", CL_UNSIGNED_INT8}, {"ushort", CL_UNSIGNED_INT16}, {"uint", CL_UNSIGNED_INT32},
};

}  // namespace

cl_mem create_image(cl_context context, const ImageShape& shape, std::vector<unsigned char>& texels, cl_int* error) {
  for (const Channel& channel : CHANNELS) {
    if (shape.channel != channel.name) continue;
    const cl_image_format format = {CL_RGBA, channel.type};
    cl_image_desc description = {};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = shape.width;
    description.image_height = shape.height;
    return clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format, &description, texels.data(), error);
  }
  *error = CL_IMAGE_FORMAT_NOT_SUPPORTED;
  return nullptr;
}
