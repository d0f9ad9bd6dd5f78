// Memory for the heap that kernels reach by the same addresses: pages of a GPU's file.
#pragma once
#include <cstddef>
#include <cstdint>

namespace hsa::heap {

class Arena {
 public:
  /** Opens the file and maps all of it; kernels reach none yet. @return false where there is no such device */
  bool open();
  /** Lets kernels reach so many bytes from the start, at least. @return false when there are no more */
  bool grow(size_t bytes);
  /** In a child that fork has made: a copy of the first `used` bytes, in reach of its kernels, takes the place. */
  void become_copy(size_t used);

  char* start() const { return start_; }
  /** Bytes that may be used. */
  size_t size() const { return size_; }
  bool contains(const void* address) const {
    return static_cast<const char*>(address) >= start_ && static_cast<const char*>(address) < start_ + capacity_;
  }

 private:
  bool request(size_t bytes);
  int open_copy() const;
  void copy_data(char* to, size_t used);

  int fd_ = -1;
  char* start_ = nullptr;
  size_t capacity_ = 0;
  size_t size_ = 0;
};

}  // namespace hsa::heap
