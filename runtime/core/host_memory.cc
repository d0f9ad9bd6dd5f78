// Division of a buffer into an adopted and a carried part.
#include "core/host_memory.h"

#include <sys/mman.h>

#include <mutex>

#include "core/api_call.h"
#include "core/failure.h"
#include "core/per_process.h"

namespace runtime {
namespace {

constexpr uintptr_t kPage = abi::kPageSize;
/**
 * Adopted memory has its place in a page from the program: kernels load vectors at addresses that are at least so
 * aligned.
 */
constexpr uintptr_t kAlignment = 16;

struct Shared {
  std::mutex mutex;
  std::vector<std::weak_ptr<HostMemory>> all;
};
PerProcess<Shared> shared;

bool is_adoptable(const MappedRun& run) {
  return run.is_private && !run.is_stack && run.protection == (PROT_READ | PROT_WRITE);
}

bool is_writable(const MappedRun& run) { return (run.protection & PROT_WRITE) != 0; }

bool all_writable(const MappedRange& range, const unsigned char* begin, size_t size) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(begin);
  return !range.known || range.all(address, address + size, is_writable);
}

MappedRange look_at(const unsigned char* begin, size_t size) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(begin);
  return mapped_range(address, address + size);
}

}  // namespace

std::shared_ptr<HostMemory> HostMemory::of_buffer(void* host_ptr, size_t size, uint32_t device) {
  unsigned char* begin = static_cast<unsigned char*>(host_ptr);
  const bool is_aligned = reinterpret_cast<uintptr_t>(begin) % kAlignment == 0;
  std::lock_guard<std::mutex> lock(shared->mutex);
  std::vector<std::weak_ptr<HostMemory>> live;
  for (const std::weak_ptr<HostMemory>& entry : shared->all) {
    std::shared_ptr<HostMemory> memory = entry.lock();
    if (!memory) continue;
    live.push_back(entry);
    const bool is_inside = begin >= memory->begin_ && begin + size <= memory->begin_ + memory->size_;
    if (is_aligned && is_inside) return memory;
  }
  std::shared_ptr<HostMemory> made(new HostMemory(begin, size));
  const MappedRange range = look_at(begin, size);
  const bool is_adopted = is_aligned && made->adopt(device, range);
  if (!is_adopted) {
    made->offset_ = 0;
    made->storage_ = allocate_memory(size, device, current_api_call());
    check(made->storage_ != nullptr, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    made->mirror(begin, size, all_writable(range, begin, size));
  } else {
    live.push_back(made);
  }
  shared->all.swap(live);
  return made;
}

std::shared_ptr<HostMemory> HostMemory::of_image(std::shared_ptr<Allocation> storage, const Surface& host, const Surface& device,
                                                 size_t width, size_t rows, size_t slices) {
  const size_t size = host.at(width, rows - 1, slices - 1).base - host.base;
  std::shared_ptr<HostMemory> made(new HostMemory(host.base, size));
  made->storage_ = std::move(storage);
  const bool writable = all_writable(look_at(host.base, size), host.base, size);
  made->mirrors_.push_back(std::make_unique<Mirror>(host, device, width, rows, slices, writable));
  return made;
}

/** False, with nothing changed, where the memory has no whole page that can be adopted. */
bool HostMemory::adopt(uint32_t device, const MappedRange& range) {
  const uintptr_t begin = reinterpret_cast<uintptr_t>(begin_), end = begin + size_;
  const uintptr_t first = (begin + kPage - 1) / kPage * kPage, last = end / kPage * kPage;
  if (first >= last || !range.known || !range.all(first, last, is_adoptable)) return false;
  offset_ = begin % kPage;
  storage_ = allocate_memory(offset_ + size_, device, current_api_call());
  if (!storage_) return false;
  unsigned char* pages = reinterpret_cast<unsigned char*>(first);
  adoption_ = Adoption::make(pages, last - first, storage_, offset_ + (first - begin));
  if (!adoption_) return false;
  // The pages at both ends hold other things of the program as well.
  if (first > begin) mirror(begin_, first - begin, all_writable(range, begin_, first - begin));
  unsigned char* rest = reinterpret_cast<unsigned char*>(last);
  if (end > last) mirror(rest, end - last, all_writable(range, rest, end - last));
  return true;
}

void HostMemory::mirror(unsigned char* begin, size_t size, bool writable) {
  const Surface host = {begin, size, size}, device = {storage_->host + offset_of(begin), size, size};
  mirrors_.push_back(std::make_unique<Mirror>(host, device, size, 1, 1, writable));
}

void HostMemory::carry_in() {
  for (const std::unique_ptr<Mirror>& mirror : mirrors_) mirror->carry_in();
}

void HostMemory::carry_out() {
  for (const std::unique_ptr<Mirror>& mirror : mirrors_) mirror->carry_out();
}

void forget_host_memory_after_fork() { shared.reset(); }

}  // namespace runtime
