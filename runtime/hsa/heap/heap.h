// A heap in an arena: chunks with their sizes before and behind, free ones in lists by size. The caller holds a lock.
#pragma once
#include <cstddef>
#include <cstdint>

#include "hsa/heap/arena.h"

namespace hsa::heap {

constexpr size_t kAlignment = 16;

/** Begins a chunk; its memory follows. `before` is the size of the chunk before, if that is free. */
struct Chunk {
  size_t before;
  size_t size_and_flags;
};

/** Follows the header of a free chunk. */
struct FreeLinks {
  Chunk* next;
  Chunk* previous;
};

class Heap {
 public:
  constexpr explicit Heap(Arena* arena) : arena_(arena) {}

  /** nullptr when there is no room. @param fresh the number of bytes that are zeros still: all or none */
  void* allocate(size_t bytes, size_t alignment, size_t* fresh);
  /** @return false for what is no chunk in use */
  bool release(void* memory);
  /** Bytes of a chunk in use. */
  static size_t bytes_of(void* memory);
  /** Bytes of the arena up to the last one that has ever been used. */
  size_t used() const { return highest_; }

 private:
  static constexpr size_t kBins = 128;

  Chunk* take_free(size_t size);
  Chunk* take_top(size_t size);
  void split(Chunk* chunk, size_t size);
  Chunk* align(Chunk* chunk, size_t alignment);
  void add_free(Chunk* chunk);
  void remove_free(Chunk* chunk);
  Chunk* end() const { return reinterpret_cast<Chunk*>(arena_->start() + top_); }

  Arena* arena_;
  /** Behind the last chunk. */
  size_t top_ = 0;
  /** The most that it has been: what lies behind is zeros. */
  size_t highest_ = 0;
  /** Free chunks, by size. */
  Chunk* bins_[kBins] = {};
};

}  // namespace hsa::heap
