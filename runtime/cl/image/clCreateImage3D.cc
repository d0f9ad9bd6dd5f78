// clCreateImage3D (OpenCL 1.1).
#include "core/api_call.h"
#include "core/context.h"
#include "core/image.h"

using namespace runtime;

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format* image_format,
                       size_t image_width, size_t image_height, size_t image_depth, size_t image_row_pitch,
                       size_t image_slice_pitch, void* host_ptr, cl_int* errcode_ret) {
  ApiCallScope call(abi::ApiCall_clCreateImage3D);
  return create(errcode_ret, [&] {
    cl_image_desc desc = {};
    desc.image_type = CL_MEM_OBJECT_IMAGE3D;
    desc.image_width = image_width;
    desc.image_height = image_height;
    desc.image_depth = image_depth;
    desc.image_row_pitch = image_row_pitch;
    desc.image_slice_pitch = image_slice_pitch;
    require(context);
    check(image_depth > 1, CL_INVALID_IMAGE_SIZE);
    return create_image_1_1(context, flags, image_format, desc, host_ptr);
  });
}
