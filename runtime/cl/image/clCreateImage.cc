// clCreateImage.
#include "core/api_call.h"
#include "core/image.h"

using namespace runtime;

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* image_format,
                     const cl_image_desc* image_desc, void* host_ptr, cl_int* errcode_ret) {
  ApiCallScope call(abi::ApiCall_clCreateImage);
  return create(errcode_ret, [&] { return create_image(context, flags, image_format, image_desc, host_ptr); });
}
