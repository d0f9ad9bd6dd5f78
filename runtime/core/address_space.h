// The kernel's description of a range of this process's memory.
#pragma once
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace runtime {

/** A part of a range that is mapped in one way. */
struct MappedRun {
  uintptr_t begin = 0, end = 0;
  int protection = 0;  ///< PROT_*
  bool is_private = false;
  bool is_stack = false;   ///< The main thread's.
  uint64_t file_offset = 0;  ///< Of `begin`.
  uint64_t device = 0;       ///< As makedev() has it.
  ino_t inode = 0;           ///< 0: of no file.
};

/** The mapped parts of [begin, end) in ascending order, cut to it; `known` is false where there is no /proc. */
struct MappedRange {
  std::vector<MappedRun> runs;
  bool known = false;

  /** True if every byte of the range is in a part for which the condition holds. */
  template <class Condition>
  bool all(uintptr_t begin, uintptr_t end, Condition condition) const {
    uintptr_t reached = begin;
    for (const MappedRun& run : runs) {
      if (run.end <= reached) continue;
      if (reached >= end) break;
      if (run.begin > reached || !condition(run)) return false;
      reached = run.end;
    }
    return reached >= end;
  }
};

MappedRange mapped_range(uintptr_t begin, uintptr_t end);

}  // namespace runtime
