// clCreateImageWithProperties.
#include "core/api_call.h"
#include "core/mem.h"

using namespace runtime;

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
                                   const cl_image_format* image_format, const cl_image_desc* image_desc,
                                   void* host_ptr, cl_int* errcode_ret) {
  ApiCallScope call(abi::ApiCall_clCreateImageWithProperties);
  return create(errcode_ret, [&] {
    require(context);
    std::vector<cl_mem_properties> list = read_mem_properties(properties);
    cl_mem image = create_image(context, flags, image_format, image_desc, host_ptr);
    image->properties = std::move(list);
    return image;
  });
}
