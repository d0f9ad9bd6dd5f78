// clCreateBufferWithProperties.
#include "core/api_call.h"
#include "core/mem.h"

using namespace runtime;

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
                                    size_t size, void* host_ptr, cl_int* errcode_ret) {
  ApiCallScope call(abi::ApiCall_clCreateBufferWithProperties);
  return create(errcode_ret, [&] {
    require(context);
    std::vector<cl_mem_properties> list = read_mem_properties(properties);
    cl_mem buffer = create_buffer(context, flags, size, host_ptr);
    buffer->properties = std::move(list);
    return buffer;
  });
}
