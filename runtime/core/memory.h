// Video memory: allocations that the guest sees mapped, and the pool of small blocks for kernel arguments.
#pragma once
#include <cstdint>
#include <memory>

namespace runtime {

/** A range of video memory, mapped into this process. Given back when the last owner lets go. */
struct Allocation {
  uint64_t address = 0;  ///< GPU address.
  unsigned char* host = nullptr;
  uint64_t mapped_size = 0;
  uint64_t file_offset = 0;  ///< In the device file.
  uint32_t generation = 0;
  ~Allocation();
};

/**
 * Reserves and maps `size` bytes; nullptr when video memory or address space is full. `call` is the API call that the
 * memory is for, as current_api_call() gives it, or 0.
 */
std::shared_ptr<Allocation> allocate_memory(uint64_t size, uint32_t device, uint32_t call);

/** A small piece of pooled video memory, aligned to its size class (at least 128 bytes). */
class Block {
 public:
  Block() = default;
  /** Throws CL_OUT_OF_RESOURCES when video memory is full. */
  explicit Block(uint64_t size);
  Block(Block&& other) noexcept;
  Block& operator=(Block&& other) noexcept;
  ~Block();
  uint64_t address() const { return address_; }
  unsigned char* host() const { return host_; }

 private:
  uint64_t address_ = 0;
  unsigned char* host_ = nullptr;
  uint32_t size_class_ = 0;
  uint32_t generation_ = 0;
};

void forget_pools_after_fork();

}  // namespace runtime
