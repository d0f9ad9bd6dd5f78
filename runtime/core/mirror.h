// Memory of the program and video memory that hold the same contents, kept equal by copying changes of one side.
#pragma once
#include <mutex>
#include <vector>

#include "core/image.h"

namespace runtime {

/**
 * Rows of bytes on both sides, and what both had when they were last compared: a byte that differs from that has been
 * changed by the side that it is on. Only such bytes are carried, so that neither side loses what it has written
 * meanwhile.
 */
class Mirror {
 public:
  /** @param writable whether the program's memory may be written */
  Mirror(const Surface& host, const Surface& device, size_t width, size_t rows, size_t slices, bool writable);

  /**
   * Copies changes by the program to video memory. Both end with CL_OUT_OF_RESOURCES where the program's memory is
   * not there.
   */
  void carry_in();
  /** Copies changes by kernels and commands to the program's memory. */
  void carry_out();

 private:
  template <class Row>
  void each_row(Row row);

  const Surface host_, device_;
  const size_t width_, rows_, slices_;
  const bool writable_;
  std::mutex mutex_;
  std::vector<unsigned char> known_;
};

}  // namespace runtime
