// Allocation by request to the device, and size-class free lists over chunks of it for the memory of launches.
#include "core/memory.h"

#include <mutex>
#include <utility>
#include <vector>

#include "core/object.h"
#include "core/per_process.h"
#include "core/session.h"

namespace runtime {
namespace {

constexpr uint32_t kSmallestClass = 7;  // 128 bytes
constexpr uint32_t kClasses = 32;
constexpr uint64_t kChunkSize = 256 * 1024;

struct Piece {
  uint64_t address;
  unsigned char* host;
};

struct Pools {
  std::mutex mutex;
  std::vector<std::shared_ptr<Allocation>> chunks;
  std::shared_ptr<Allocation> small_chunk;
  uint64_t chunk_used = 0;
  std::vector<Piece> free[kClasses];
};

PerProcess<Pools> pools;

uint32_t class_of(uint64_t size) {
  uint32_t size_class = kSmallestClass;
  while ((uint64_t{1} << size_class) < size) size_class++;
  return size_class;
}

std::shared_ptr<Allocation> add_chunk(uint64_t size) {
  std::shared_ptr<Allocation> chunk = allocate_memory(size, 0, 0);
  check(chunk != nullptr, CL_OUT_OF_RESOURCES);
  pools->chunks.push_back(chunk);
  return chunk;
}

Piece take_piece(uint32_t size_class) {
  std::lock_guard<std::mutex> lock(pools->mutex);
  std::vector<Piece>& free = pools->free[size_class];
  if (!free.empty()) {
    Piece piece = free.back();
    free.pop_back();
    return piece;
  }
  uint64_t size = uint64_t{1} << size_class;
  if (size > kChunkSize / 4) {
    std::shared_ptr<Allocation> chunk = add_chunk(size);
    return {chunk->address, chunk->host};
  }
  uint64_t start = (pools->chunk_used + size - 1) / size * size;
  if (start + size > kChunkSize || !pools->small_chunk) {
    pools->small_chunk = add_chunk(kChunkSize);
    start = 0;
  }
  pools->chunk_used = start + size;
  return {pools->small_chunk->address + start, pools->small_chunk->host + start};
}

}  // namespace

Allocation::~Allocation() {
  if (!host || generation != fork_generation()) return;
  unmap_device(host, mapped_size);
  abi::MemoryFree release = {address};
  request(abi::kRequestMemoryFree, &release);
}

std::shared_ptr<Allocation> allocate_memory(uint64_t size, uint32_t device, uint32_t call) {
  abi::MemoryAlloc reserve = {};
  reserve.size = size;
  reserve.device = device;
  reserve.call = call;
  if (request(abi::kRequestMemoryAlloc, &reserve) != 0) return nullptr;
  unsigned char* host = map_device(reserve.file_offset, reserve.mapped_size);
  if (!host) {
    abi::MemoryFree release = {reserve.address};
    request(abi::kRequestMemoryFree, &release);
    return nullptr;
  }
  auto allocation = std::make_shared<Allocation>();
  allocation->address = reserve.address;
  allocation->host = host;
  allocation->mapped_size = reserve.mapped_size;
  allocation->file_offset = reserve.file_offset;
  allocation->generation = fork_generation();
  return allocation;
}

Block::Block(uint64_t size) : size_class_(class_of(size)), generation_(fork_generation()) {
  check(size_class_ < kClasses, CL_OUT_OF_RESOURCES);
  Piece piece = take_piece(size_class_);
  address_ = piece.address;
  host_ = piece.host;
}

Block::Block(Block&& other) noexcept
    : address_(other.address_),
      host_(std::exchange(other.host_, nullptr)),
      size_class_(other.size_class_),
      generation_(other.generation_) {}

Block& Block::operator=(Block&& other) noexcept {
  std::swap(address_, other.address_);
  std::swap(host_, other.host_);
  std::swap(size_class_, other.size_class_);
  std::swap(generation_, other.generation_);
  return *this;
}

Block::~Block() {
  if (!host_ || generation_ != fork_generation()) return;
  std::lock_guard<std::mutex> lock(pools->mutex);
  pools->free[size_class_].push_back({address_, host_});
}

void forget_pools_after_fork() { pools.reset(); }

}  // namespace runtime
