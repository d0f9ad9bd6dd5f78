// Instances of leaves and allocations on the CPU: the node that executes, its returned values, its barriers.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include "functions.h"
#include "recording.h"

namespace hpvm {

/** Numbers of an instance of a node, and its counts. */
struct Level {
  long id[3], count[3];
};

/** The outermost level first. */
using Levels = std::vector<Level>;

/** Memory of the allocation nodes of one parent instance, with its sizes. */
class Allocations {
 public:
  Allocations() = default;
  Allocations(const Allocations &) = delete;
  Allocations &operator=(const Allocations &) = delete;
  ~Allocations();
  void *add(size_t bytes);
  /** 0 for other memory. */
  size_t bytes_at(const void *start) const;

 private:
  /** Stages of a stream allocate at the same time. */
  mutable std::mutex mutex_;
  std::map<const void *, size_t> sizes_;
};

Level first_instance(const Extents &extents);
/** The next instance; x changes fastest. @returns false after the last one */
bool advance(Level &level);

/** Executes all instances, or one without dimensions. @returns the values of the first instance */
Values run_on_cpu(const Function &function, const Extents &extents, const Values &values, const Levels &outer,
                  Allocations &allocations);

}  // namespace hpvm
