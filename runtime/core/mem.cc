// Creation and end of memory objects.
#include "core/mem.h"

#include "core/api_call.h"
#include "core/guarded_copy.h"
#include "core/notes.h"
#include "core/threads.h"

using namespace runtime;

_cl_mem::~_cl_mem() {
  note_released(*this);
  // A destructor callback returns the memory to the program.
  host.reset();
  cl_mem handle = this;
  for (auto it = destructors.rbegin(); it != destructors.rend(); ++it) {
    MemDestructor call = it->first;
    void* data = it->second;
    run_callback(make_task([handle, call, data] { call(handle, data); }));
  }
}

void _cl_mem::allocate() {
  storage = allocate_memory(size, context->devices[0]->info.index, current_api_call());
  check(storage != nullptr, CL_MEM_OBJECT_ALLOCATION_FAILURE);
}

void _cl_mem::use_host_memory(void* pointer) {
  host = HostMemory::of_buffer(pointer, size, context->devices[0]->info.index);
  host_ptr = pointer;
  storage = host->storage();
  offset = host->offset_of(pointer);
}

namespace runtime {
namespace {

constexpr cl_mem_flags kAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
constexpr cl_mem_flags kHostAccess = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags kHostPointer = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

bool is_at_most_one(cl_mem_flags bits) { return (bits & (bits - 1)) == 0; }

}  // namespace

void check_mem_flags(cl_mem_flags flags) {
  constexpr cl_mem_flags kKnown = kAccess | kHostAccess | kHostPointer | CL_MEM_USE_PERSISTENT_MEM_AMD;
  check((flags & ~kKnown) == 0, CL_INVALID_VALUE);
  check(is_at_most_one(flags & kAccess) && is_at_most_one(flags & kHostAccess), CL_INVALID_VALUE);
  bool uses = (flags & CL_MEM_USE_HOST_PTR) != 0;
  check(!uses || !(flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)), CL_INVALID_VALUE);
}

void check_host_ptr(cl_mem_flags flags, const void* host_ptr) {
  bool wants = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
  check(wants == (host_ptr != nullptr), CL_INVALID_HOST_PTR);
}

cl_mem_flags inherited_flags(const _cl_mem& buffer, cl_mem_flags flags) {
  check((flags & kHostPointer) == 0, CL_INVALID_VALUE);
  cl_mem_flags access = buffer.flags & kAccess, wanted = flags & kAccess;
  if (access == CL_MEM_WRITE_ONLY) check(!(wanted & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)), CL_INVALID_VALUE);
  if (access == CL_MEM_READ_ONLY) check(!(wanted & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)), CL_INVALID_VALUE);
  cl_mem_flags host = buffer.flags & kHostAccess, wanted_host = flags & kHostAccess;
  if (host == CL_MEM_HOST_WRITE_ONLY) check(!(wanted_host & CL_MEM_HOST_READ_ONLY), CL_INVALID_VALUE);
  if (host == CL_MEM_HOST_READ_ONLY) check(!(wanted_host & CL_MEM_HOST_WRITE_ONLY), CL_INVALID_VALUE);
  if (host == CL_MEM_HOST_NO_ACCESS) {
    check(!(wanted_host & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)), CL_INVALID_VALUE);
  }
  return (wanted ? wanted : access) | (wanted_host ? wanted_host : host) | (buffer.flags & kHostPointer);
}

cl_mem create_buffer(cl_context context, cl_mem_flags flags, size_t size, void* host_ptr) {
  Ref<_cl_context> owner = require(context);
  check_mem_flags(flags);
  cl_ulong largest = 0;
  for (const Ref<_cl_device_id>& device : owner->devices) {
    if (device->info.max_allocation > largest) largest = device->info.max_allocation;
  }
  check(size != 0 && size <= largest, CL_INVALID_BUFFER_SIZE);
  check_host_ptr(flags, host_ptr);
  if (!(flags & kAccess)) flags |= CL_MEM_READ_WRITE;
  Ref<_cl_mem> buffer = make<_cl_mem>(*owner, CL_MEM_OBJECT_BUFFER, flags, size);
  if (flags & CL_MEM_USE_HOST_PTR) {
    buffer->use_host_memory(host_ptr);
  } else {
    buffer->allocate();
    if (host_ptr) checked_copy(buffer->bytes(), host_ptr, size);
  }
  note_object(*buffer);
  if (host_ptr) note_written(*buffer);
  return hand_out(std::move(buffer));
}

std::vector<cl_mem_properties> read_mem_properties(const cl_mem_properties* properties) {
  if (!properties) return {};
  check(properties[0] == 0, CL_INVALID_PROPERTY);
  return {0};
}

}  // namespace runtime
