// Values of kernel arguments.
#include "core/kernel_argument.h"

#include <string.h>

namespace runtime {
namespace {

template <class Handle>
Handle handle_at(const void* arg_value) {
  Handle handle;
  memcpy(&handle, arg_value, sizeof handle);
  return handle;
}

void set_buffer(_cl_kernel::Value& value, size_t size, const void* arg_value) {
  check(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE);
  cl_mem handle = arg_value ? handle_at<cl_mem>(arg_value) : nullptr;
  if (handle) {
    Ref<_cl_mem> buffer = acquire(handle);
    check(buffer && !buffer->is_image(), CL_INVALID_MEM_OBJECT);
  }
  value.memory = handle;
}

void set_image(_cl_kernel::Value& value, const ArgumentRecord& argument, size_t size, const void* arg_value) {
  check(arg_value != nullptr, CL_INVALID_ARG_VALUE);
  check(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE);
  Ref<_cl_mem> image = acquire(handle_at<cl_mem>(arg_value));
  check(image && image->is_image(), CL_INVALID_MEM_OBJECT);
  check(!argument.image_kind || argument.image_kind == image->image.kind, CL_INVALID_ARG_VALUE);
  bool reads = argument.access_qualifier == CL_KERNEL_ARG_ACCESS_READ_ONLY;
  bool writes = argument.access_qualifier == CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
  check(!reads || !(image->flags & CL_MEM_WRITE_ONLY), CL_INVALID_ARG_VALUE);
  check(!writes || !(image->flags & CL_MEM_READ_ONLY), CL_INVALID_ARG_VALUE);
  value.memory = image.get();
}

void set_sampler(_cl_kernel::Value& value, size_t size, const void* arg_value) {
  check(arg_value != nullptr, CL_INVALID_SAMPLER);
  check(size == sizeof(cl_sampler), CL_INVALID_ARG_SIZE);
  value.sampler_bits = require(handle_at<cl_sampler>(arg_value))->bits();
}

void set_value(_cl_kernel::Value& value, const ArgumentRecord& argument, size_t size, const void* arg_value) {
  check(arg_value != nullptr, CL_INVALID_ARG_VALUE);
  check(size == argument.size, CL_INVALID_ARG_SIZE);
  const unsigned char* bytes = static_cast<const unsigned char*>(arg_value);
  value.bytes.assign(bytes, bytes + size);
}

void set_local(_cl_kernel::Value& value, size_t size, const void* arg_value) {
  check(arg_value == nullptr, CL_INVALID_ARG_VALUE);
  check(size != 0, CL_INVALID_ARG_SIZE);
  value.local_size = size;
}

}  // namespace

void set_argument(_cl_kernel::Value& value, const ArgumentRecord& argument, size_t size, const void* arg_value) {
  switch (argument.kind) {
    case abi::ArgumentKind_VALUE: set_value(value, argument, size, arg_value); break;
    case abi::ArgumentKind_LOCAL: set_local(value, size, arg_value); break;
    case abi::ArgumentKind_IMAGE: set_image(value, argument, size, arg_value); break;
    case abi::ArgumentKind_SAMPLER: set_sampler(value, size, arg_value); break;
    default: set_buffer(value, size, arg_value);
  }
  value.is_set = true;
}

}  // namespace runtime
