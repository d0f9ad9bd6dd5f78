// Memory objects: buffers, sub-buffers and images.
#pragma once
#include <mutex>

#include "core/context.h"
#include "core/host_memory.h"
#include "core/image.h"
#include "core/memory.h"
#include "core/session.h"

typedef void(CL_CALLBACK* MemDestructor)(cl_mem, void*);

struct _cl_mem : runtime::Object {
  static constexpr runtime::Kind kKind = runtime::Kind::Mem;
  static constexpr cl_int kInvalid = CL_INVALID_MEM_OBJECT;
  _cl_mem(_cl_context& context, cl_mem_object_type type, cl_mem_flags flags, size_t size)
      : Object(kKind, runtime::destroy_as<_cl_mem>), context(context), type(type), flags(flags), size(size) {}
  ~_cl_mem();

  /** A region that the program has mapped. */
  struct Mapping {
    void* pointer;
    cl_map_flags flags;
    size_t origin[3];  ///< Buffers: byte offset in [0]. Images: pixels.
    size_t region[3];
  };

  const runtime::Ref<_cl_context> context;
  const cl_mem_object_type type;
  cl_mem_flags flags;
  const size_t size;
  /** CL_MEM_USE_HOST_PTR: where the program sees the contents. */
  void* host_ptr = nullptr;
  std::shared_ptr<runtime::HostMemory> host;
  /** The buffer of a sub-buffer or of a 1D image. */
  runtime::Ref<_cl_mem> parent;
  size_t origin = 0;
  std::shared_ptr<runtime::Allocation> storage;
  uint64_t offset = 0;
  runtime::ImageShape image;
  runtime::Block descriptor;  ///< Of an image: 64 bytes in video memory.
  std::vector<cl_mem_properties> properties;

  uint64_t note = 0;  ///< Its number in notes to the device; 0 where it has not requested them.

  std::mutex mutex;  ///< Guards what follows.
  std::vector<Mapping> mappings;
  std::vector<std::pair<MemDestructor, void*>> destructors;

  bool is_image() const { return type != CL_MEM_OBJECT_BUFFER; }
  bool has_host_copy() const { return (flags & CL_MEM_USE_HOST_PTR) != 0 && host_ptr; }
  unsigned char* bytes() const { return storage->host + offset; }
  uint64_t address() const { return storage->address + offset; }
  runtime::Surface surface() const { return image.surface(bytes(), image.row_pitch, image.slice_pitch); }
  /** CL_MEM_USE_HOST_PTR: the buffer's memory is the program's. */
  void use_host_memory(void* pointer);
  /** True if contents are carried between host memory and video memory. */
  bool carries() const { return host && host->carries(); }
  /** Gets `size` bytes of video memory; CL_MEM_OBJECT_ALLOCATION_FAILURE when it is full. */
  void allocate();
};

namespace runtime {

void check_mem_flags(cl_mem_flags flags);
/** CL_INVALID_HOST_PTR when flags and pointer do not go together. */
void check_host_ptr(cl_mem_flags flags, const void* host_ptr);
/** Flags of an object made from a buffer; CL_INVALID_VALUE when they allow more than the buffer's. */
cl_mem_flags inherited_flags(const _cl_mem& buffer, cl_mem_flags flags);

cl_mem create_buffer(cl_context context, cl_mem_flags flags, size_t size, void* host_ptr);

/** A property list of the OpenCL 3.0 calls: it may only be empty. */
std::vector<cl_mem_properties> read_mem_properties(const cl_mem_properties* properties);

}  // namespace runtime
