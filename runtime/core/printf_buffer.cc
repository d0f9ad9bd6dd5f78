// Size of the buffer of a launch. Output that does not fit is lost, and nothing can be printed twice: large launches
// get room for a lot. Its pages cost nothing before they are written.
#include "core/printf_buffer.h"

#include <atomic>

#include "core/object.h"

namespace runtime {
namespace {

/** Of each format in each work-item. */
constexpr uint64_t kRepeats = 4;
/** Estimated for the characters of a string, whose length a format does not give. */
constexpr uint64_t kTextSize = 64;
constexpr uint64_t kLargest = uint64_t{64} << 20;
/** Of all launches that are not finished: their buffers are not to take the place of the program's own. */
constexpr uint64_t kLargestSum = uint64_t{256} << 20;

/** Larger ones are given back after the launch. */
constexpr uint64_t kLargestBlock = uint64_t{1} << 20;

std::atomic<uint64_t> reserved_sum;

uint64_t record_size(const PrintfFormat& entry) {
  uint64_t size = sizeof entry.id;
  for (uint32_t argument : entry.sizes) size += argument + sizeof(uint64_t);
  return entry.format.find('s') == std::string::npos ? size : size + kTextSize;
}

uint64_t wanted(uint64_t work_items, const std::vector<PrintfFormat>& formats) {
  uint64_t each = 0;
  for (const PrintfFormat& entry : formats) each += record_size(entry) * kRepeats;
  return each == 0 || work_items > kLargest / each ? kLargest : work_items * each;
}

/** Counts bytes, unless they are too many. */
bool reserve(uint64_t size) {
  if (reserved_sum.fetch_add(size) + size <= kLargestSum) return true;
  reserved_sum.fetch_sub(size);
  return false;
}

}  // namespace

PrintfBuffer::PrintfBuffer(uint32_t least, uint64_t work_items, const std::vector<PrintfFormat>& formats) {
  uint64_t capacity = wanted(work_items, formats) & ~uint64_t{7};
  if (capacity > least && reserve(capacity)) {
    reserved_ = capacity;
    large_ = allocate_memory(kPrintfHeaderSize + capacity, 0, 0);
  }
  if (!large_) capacity = least;
  if (!large_ && capacity > kLargestBlock) {
    large_ = allocate_memory(kPrintfHeaderSize + capacity, 0, 0);
    check(large_ != nullptr, CL_OUT_OF_RESOURCES);
  }
  if (!large_) small_ = Block(kPrintfHeaderSize + capacity);
  reset_printf_buffer(host(), static_cast<uint32_t>(capacity));
}

PrintfBuffer::~PrintfBuffer() { reserved_sum.fetch_sub(reserved_); }

}  // namespace runtime
