// clGetImageInfo.
#include "core/mem.h"
#include "core/query.h"

using namespace runtime;

namespace {

bool has_slice_pitch(const ImageShape& shape) {
  return shape.kind == abi::ImageKind_D3 || shape.kind == abi::ImageKind_D1_ARRAY ||
         shape.kind == abi::ImageKind_D2_ARRAY;
}

}  // namespace

cl_int clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size, void* param_value,
                      size_t* param_value_size_ret) {
  return status([&] {
    Ref<_cl_mem> object = require(image);
    check(object->is_image(), CL_INVALID_MEM_OBJECT);
    const ImageShape& shape = object->image;
    bool is_2d = shape.kind >= abi::ImageKind_D2;
    bool is_array = shape.kind == abi::ImageKind_D1_ARRAY || shape.kind == abi::ImageKind_D2_ARRAY;
    bool is_from_buffer = shape.kind == abi::ImageKind_D1_BUFFER;
    Reply reply(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
      case CL_IMAGE_FORMAT: return reply.value(shape.format);
      case CL_IMAGE_ELEMENT_SIZE: return reply.value(shape.element_size);
      case CL_IMAGE_ROW_PITCH: return reply.value(shape.told_row_pitch);
      case CL_IMAGE_SLICE_PITCH: return reply.value(has_slice_pitch(shape) ? shape.told_slice_pitch : size_t{0});
      case CL_IMAGE_WIDTH: return reply.value(shape.width);
      case CL_IMAGE_HEIGHT: return reply.value(is_2d ? shape.height : size_t{0});
      case CL_IMAGE_DEPTH: return reply.value(shape.kind == abi::ImageKind_D3 ? shape.depth : size_t{0});
      case CL_IMAGE_ARRAY_SIZE: return reply.value(is_array ? shape.array_size : size_t{0});
      case CL_IMAGE_BUFFER: return reply.value<cl_mem>(is_from_buffer ? object->parent.get() : nullptr);
      case CL_IMAGE_NUM_MIP_LEVELS:
      case CL_IMAGE_NUM_SAMPLES: return reply.value<cl_uint>(0);
      default: fail(CL_INVALID_VALUE);
    }
  });
}
