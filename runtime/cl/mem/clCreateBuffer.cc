// clCreateBuffer.
#include "core/mem.h"

using namespace runtime;

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host_ptr, cl_int* errcode_ret) {
  return create(errcode_ret, [&] { return create_buffer(context, flags, size, host_ptr); });
}
