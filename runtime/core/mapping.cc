// Mapping of buffers and images.
#include "core/mapping.h"

namespace runtime {
namespace {

void forget_mapping(_cl_mem& object, const void* pointer) {
  std::lock_guard<std::mutex> lock(object.mutex);
  for (size_t index = object.mappings.size(); index-- > 0;) {
    if (object.mappings[index].pointer != pointer) continue;
    object.mappings.erase(object.mappings.begin() + static_cast<long>(index));
    return;
  }
}

/** Memory that is mapped for writing counts as written: the writes of the program are not observed. */
void note_mapping(const _cl_mem& object, const _cl_mem::Mapping& mapping) {
  if (!(mapping.flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION))) return;
  if (object.is_image()) {
    const size_t width = mapping.region[0] * object.image.element_size;
    note_written(object, region_surface(object, mapping.origin), width, mapping.region[1], mapping.region[2]);
  } else {
    const size_t size = mapping.region[0];
    note_written(object, {object.bytes() + mapping.origin[0], size, size}, size, 1, 1);
  }
}

}  // namespace

void check_map_flags(cl_map_flags flags) {
  constexpr cl_map_flags kReadWrite = CL_MAP_READ | CL_MAP_WRITE;
  check((flags & ~(kReadWrite | CL_MAP_WRITE_INVALIDATE_REGION)) == 0, CL_INVALID_VALUE);
  check(!(flags & CL_MAP_WRITE_INVALIDATE_REGION) || !(flags & kReadWrite), CL_INVALID_VALUE);
}

void check_map_access(const _cl_mem& object, cl_map_flags flags) {
  if (flags & CL_MAP_READ) check_host_reads(object);
  if (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) check_host_writes(object);
}

void enqueue_map(_cl_command_queue& queue, _cl_mem& object, const _cl_mem::Mapping& mapping, cl_command_type type,
                 const WaitList& waits, bool blocking, cl_event* event) {
  {
    std::lock_guard<std::mutex> lock(object.mutex);
    object.mappings.push_back(mapping);
  }
  auto command = host_command(object.carries() ? object.size : 0,
                              [object = Ref<_cl_mem>(object), mapping] {
                                pull_to_host(*object, mapping);
                                note_mapping(*object, mapping);
                              });
  try {
    enqueue_host(queue, type, waits, blocking, std::move(command), event);
  } catch (...) {
    forget_mapping(object, mapping.pointer);
    throw;
  }
}

}  // namespace runtime
