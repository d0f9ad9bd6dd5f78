#include "hsa/heap/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "generated/hsa_abi.h"

namespace hsa::heap {
namespace {

constexpr size_t kPage = 4096;
/** Growth is doubling, from this on: each step costs the simulator a mapping. */
constexpr size_t kFirst = size_t{16} << 20;

}  // namespace

bool Arena::request(size_t bytes) {
  abi::GrowArena grow = {bytes, 0, 0};
  if (ioctl(fd_, abi::kRequestGrowArena, &grow) != 0) return false;
  start_ = reinterpret_cast<char*>(grow.address);
  capacity_ = grow.capacity;
  return true;
}

bool Arena::open() {
  fd_ = ::open(abi::kArenaPath, O_RDWR | O_CLOEXEC);
  if (fd_ < 0) return false;
  if (request(0)) {
    constexpr int kFlags = MAP_SHARED | MAP_FIXED_NOREPLACE | MAP_NORESERVE;
    if (mmap(start_, capacity_, PROT_READ | PROT_WRITE, kFlags, fd_, 0) == start_) return true;
  }
  close(fd_);
  start_ = nullptr;
  capacity_ = 0;
  return false;
}

bool Arena::grow(size_t bytes) {
  if (bytes > capacity_) return false;
  size_t wanted = size_ == 0 ? kFirst : 2 * size_;
  while (wanted < bytes) wanted *= 2;
  if (wanted > capacity_) wanted = capacity_;
  int error = errno;
  bool grown = fd_ < 0 || request(wanted);
  errno = error;
  if (grown) size_ = wanted;
  return grown;
}

/** Holes of the file stay holes of the copy. */
void Arena::copy_data(char* to, size_t used) {
  off_t end = 0;
  for (;;) {
    off_t data = lseek(fd_, end, SEEK_DATA);
    if (data < 0 || static_cast<size_t>(data) >= used) return;
    end = lseek(fd_, data, SEEK_HOLE);
    if (end < 0 || static_cast<size_t>(end) > used) end = static_cast<off_t>(used);
    memcpy(to + data, start_ + data, static_cast<size_t>(end - data));
  }
}

/** A file of the child's own, as large as the parent's. @return -1 without the device */
int Arena::open_copy() const {
  int own = ::open(abi::kArenaPath, O_RDWR | O_CLOEXEC);
  abi::GrowArena grow = {size_, 0, 0};
  if (own < 0 || ioctl(own, abi::kRequestGrowArena, &grow) == 0) return own;
  close(own);
  return -1;
}

void Arena::become_copy(size_t used) {
  if (fd_ < 0) return;
  used = (used + kPage - 1) & ~(kPage - 1);
  int own = open_copy();
  int kind = own < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
  void* copy = mmap(nullptr, capacity_, PROT_READ | PROT_WRITE, kind | MAP_NORESERVE, own, 0);
  // Without memory for a copy the child would change its parent's heap.
  if (copy == MAP_FAILED) _exit(127);
  copy_data(static_cast<char*>(copy), used);
  if (mremap(copy, capacity_, capacity_, MREMAP_MAYMOVE | MREMAP_FIXED, start_) != start_) _exit(127);
  close(fd_);
  fd_ = own;
}

}  // namespace hsa::heap
