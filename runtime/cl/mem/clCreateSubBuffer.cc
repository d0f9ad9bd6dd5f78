// clCreateSubBuffer.
#include "core/device.h"
#include "core/mem.h"
#include "core/notes.h"

using namespace runtime;

namespace {

bool is_aligned_for_some_device(size_t origin) { return origin % (kBaseAlignmentBits / 8) == 0; }

}  // namespace

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type buffer_create_type,
                         const void* buffer_create_info, cl_int* errcode_ret) {
  return create(errcode_ret, [&] {
    Ref<_cl_mem> whole = require(buffer);
    check(!whole->is_image() && !whole->parent, CL_INVALID_MEM_OBJECT);
    check_mem_flags(flags);
    cl_mem_flags effective = inherited_flags(*whole, flags);
    check(buffer_create_type == CL_BUFFER_CREATE_TYPE_REGION && buffer_create_info, CL_INVALID_VALUE);
    const cl_buffer_region& region = *static_cast<const cl_buffer_region*>(buffer_create_info);
    check(region.origin <= whole->size && region.size <= whole->size - region.origin, CL_INVALID_VALUE);
    check(region.size != 0, CL_INVALID_BUFFER_SIZE);
    check(is_aligned_for_some_device(region.origin), CL_MISALIGNED_SUB_BUFFER_OFFSET);
    Ref<_cl_mem> part = make<_cl_mem>(*whole->context, CL_MEM_OBJECT_BUFFER, effective, region.size);
    part->storage = whole->storage;
    part->host = whole->host;
    part->origin = region.origin;
    part->offset = whole->offset + region.origin;
    if (whole->host_ptr) part->host_ptr = static_cast<unsigned char*>(whole->host_ptr) + region.origin;
    part->parent = std::move(whole);
    note_object(*part);
    return hand_out(std::move(part));
  });
}
