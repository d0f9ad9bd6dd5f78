// The program's memory behind an object made with CL_MEM_USE_HOST_PTR: writes of the program there between two
// launches are visible to the next launch, and those of a kernel to the program when it is complete, with or without
// mapping.
#pragma once
#include <memory>
#include <vector>

#include "core/adoption.h"
#include "core/mirror.h"

namespace runtime {

class HostMemory {
 public:
  /**
   * For a buffer. Whole pages of private memory become video memory; the rest, and memory of other kinds (files, shared
   * memory, the stack, read-only data, pointers that are not aligned to 16 bytes), is carried at each launch. A buffer
   * inside of the memory of another one shares its video memory. CL_MEM_OBJECT_ALLOCATION_FAILURE when video memory is
   * full.
   */
  static std::shared_ptr<HostMemory> of_buffer(void* host_ptr, size_t size, uint32_t device);
  /** For an image in video memory: its rows are carried. @param width bytes of a row */
  static std::shared_ptr<HostMemory> of_image(std::shared_ptr<Allocation> storage, const Surface& host, const Surface& device,
                                              size_t width, size_t rows, size_t slices);

  const std::shared_ptr<Allocation>& storage() const { return storage_; }
  /** Of a byte of the program's memory in the allocation. */
  uint64_t offset_of(const void* host) const { return offset_ + static_cast<uint64_t>(static_cast<const unsigned char*>(host) - begin_); }

  /** True if any part is carried. */
  bool carries() const { return !mirrors_.empty(); }
  void carry_in();
  void carry_out();

 private:
  HostMemory(unsigned char* begin, size_t size) : begin_(begin), size_(size) {}
  bool adopt(uint32_t device, const MappedRange& range);
  void mirror(unsigned char* begin, size_t size, bool writable);

  unsigned char* const begin_;
  const size_t size_;
  std::shared_ptr<Allocation> storage_;
  uint64_t offset_ = 0;  ///< Of `begin_` in the allocation.
  std::unique_ptr<Adoption> adoption_;
  std::vector<std::unique_ptr<Mirror>> mirrors_;
};

void forget_host_memory_after_fork();

}  // namespace runtime
