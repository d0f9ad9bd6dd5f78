// The memory that one launch prints into.
#pragma once
#include <stdint.h>

#include <memory>
#include <vector>

#include "core/memory.h"
#include "core/printf.h"

namespace runtime {

class PrintfBuffer {
 public:
  PrintfBuffer() = default;
  /**
   * Room for at least `least` bytes of records; for launches of many work-items, for their output when each of them
   * prints every format a few times, as far as there is memory. Throws CL_OUT_OF_RESOURCES without memory for the
   * least.
   */
  PrintfBuffer(uint32_t least, uint64_t work_items, const std::vector<PrintfFormat>& formats);
  PrintfBuffer(const PrintfBuffer&) = delete;
  PrintfBuffer& operator=(const PrintfBuffer&) = delete;
  ~PrintfBuffer();

  uint64_t address() const { return large_ ? large_->address : small_.address(); }
  unsigned char* host() const { return large_ ? large_->host : small_.host(); }

 private:
  Block small_;
  std::shared_ptr<Allocation> large_;
  uint64_t reserved_ = 0;
};

}  // namespace runtime
