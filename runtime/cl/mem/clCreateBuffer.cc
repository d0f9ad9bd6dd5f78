// clCreateBuffer.
#include "core/api_call.h"
#include "core/mem.h"

using namespace runtime;

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host_ptr, cl_int* errcode_ret) {
  ApiCallScope call(abi::ApiCall_clCreateBuffer);
  return create(errcode_ret, [&] { return create_buffer(context, flags, size, host_ptr); });
}
