#include "hsa/heap/heap.h"

namespace hsa::heap {
namespace {

/** Flags in the low bits of a chunk's size. */
constexpr size_t kInUse = 1;
constexpr size_t kBeforeFree = 2;
constexpr size_t kFlags = kAlignment - 1;
constexpr size_t kHeader = sizeof(Chunk);
constexpr size_t kMinChunk = kHeader + sizeof(FreeLinks);
static_assert(kHeader == kAlignment);

size_t size_of(const Chunk* chunk) { return chunk->size_and_flags & ~kFlags; }
bool is_used(const Chunk* chunk) { return chunk->size_and_flags & kInUse; }
void set_size(Chunk* chunk, size_t size) { chunk->size_and_flags = size | (chunk->size_and_flags & kFlags); }
Chunk* behind(Chunk* chunk) { return reinterpret_cast<Chunk*>(reinterpret_cast<char*>(chunk) + size_of(chunk)); }
Chunk* before(Chunk* chunk) { return reinterpret_cast<Chunk*>(reinterpret_cast<char*>(chunk) - chunk->before); }
char* memory_of(Chunk* chunk) { return reinterpret_cast<char*>(chunk) + kHeader; }
Chunk* chunk_of(void* memory) { return reinterpret_cast<Chunk*>(static_cast<char*>(memory) - kHeader); }
FreeLinks* links(Chunk* chunk) { return reinterpret_cast<FreeLinks*>(memory_of(chunk)); }

/** Four lists for each power of two. */
size_t bin_of(size_t size) {
  size_t log = 63 - static_cast<size_t>(__builtin_clzll(size));
  return (log - 5) * 4 + ((size >> (log - 2)) & 3);
}

}  // namespace

void Heap::add_free(Chunk* chunk) {
  Chunk*& first = bins_[bin_of(size_of(chunk))];
  *links(chunk) = {first, nullptr};
  if (first) links(first)->previous = chunk;
  first = chunk;
}

void Heap::remove_free(Chunk* chunk) {
  FreeLinks own = *links(chunk);
  if (own.next) links(own.next)->previous = own.previous;
  if (own.previous) links(own.previous)->next = own.next;
  else bins_[bin_of(size_of(chunk))] = own.next;
}

Chunk* Heap::take_free(size_t size) {
  for (size_t bin = bin_of(size); bin < kBins; bin++) {
    for (Chunk* chunk = bins_[bin]; chunk; chunk = links(chunk)->next) {
      if (size_of(chunk) < size) continue;
      remove_free(chunk);
      chunk->size_and_flags |= kInUse;
      if (behind(chunk) < end()) behind(chunk)->size_and_flags &= ~kBeforeFree;
      return chunk;
    }
  }
  return nullptr;
}

/** No chunk before the end is free: those are given back to it. */
Chunk* Heap::take_top(size_t size) {
  if (top_ + size > arena_->size() && !arena_->grow(top_ + size)) return nullptr;
  Chunk* chunk = end();
  chunk->size_and_flags = size | kInUse;
  top_ += size;
  return chunk;
}

/** Frees what a chunk in use has behind its first `size` bytes. */
void Heap::split(Chunk* chunk, size_t size) {
  size_t rest = size_of(chunk) - size;
  if (rest < kMinChunk) return;
  set_size(chunk, size);
  Chunk* second = behind(chunk);
  second->size_and_flags = rest | kInUse;
  release(memory_of(second));
}

/** The part of a chunk in use whose memory is aligned; what lies before it is freed. */
Chunk* Heap::align(Chunk* chunk, size_t alignment) {
  auto address = reinterpret_cast<uintptr_t>(memory_of(chunk));
  if ((address & (alignment - 1)) == 0) return chunk;
  uintptr_t wanted = (address + kMinChunk + alignment - 1) & ~(alignment - 1);
  size_t lead = wanted - address;
  Chunk* second = reinterpret_cast<Chunk*>(reinterpret_cast<char*>(chunk) + lead);
  second->size_and_flags = (size_of(chunk) - lead) | kInUse;
  set_size(chunk, lead);
  release(memory_of(chunk));
  return second;
}

void* Heap::allocate(size_t bytes, size_t alignment, size_t* fresh) {
  constexpr size_t kLimit = size_t{1} << 40;
  if (bytes > kLimit || alignment > kLimit) return nullptr;
  size_t size = (bytes + kHeader + kFlags) & ~kFlags;
  if (size < kMinChunk) size = kMinChunk;
  size_t room = alignment > kAlignment ? size + alignment + kMinChunk : size;
  size_t top_before = top_;
  Chunk* chunk = take_free(room);
  if (!chunk) chunk = take_top(room);
  if (!chunk) return nullptr;
  if (alignment > kAlignment) chunk = align(chunk, alignment);
  split(chunk, size);
  *fresh = reinterpret_cast<char*>(chunk) >= arena_->start() + top_before && top_before == highest_ ? bytes : 0;
  if (top_ > highest_) highest_ = top_;
  return memory_of(chunk);
}

bool Heap::release(void* memory) {
  Chunk* chunk = chunk_of(memory);
  if (!is_used(chunk) || chunk >= end()) return false;
  chunk->size_and_flags &= ~kInUse;
  if (chunk->size_and_flags & kBeforeFree) {
    Chunk* first = before(chunk);
    remove_free(first);
    set_size(first, size_of(first) + size_of(chunk));
    chunk = first;
  }
  Chunk* next = behind(chunk);
  if (next < end() && !is_used(next)) {
    remove_free(next);
    set_size(chunk, size_of(chunk) + size_of(next));
    next = behind(chunk);
  }
  if (next >= end()) {
    top_ = static_cast<size_t>(reinterpret_cast<char*>(chunk) - arena_->start());
    return true;
  }
  next->before = size_of(chunk);
  next->size_and_flags |= kBeforeFree;
  add_free(chunk);
  return true;
}

size_t Heap::bytes_of(void* memory) { return size_of(chunk_of(memory)) - kHeader; }

}  // namespace hsa::heap
