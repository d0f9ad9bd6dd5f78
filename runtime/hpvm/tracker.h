// Tracked memory: which of host and device have its newest contents. Both have them after a copy.
#pragma once

#include <cstddef>
#include <vector>

#include "opencl.h"

namespace hpvm {

/** A place in a tracked object on the device. */
struct DevicePlace {
  /** With the access of the use. */
  cl_mem buffer;
  size_t offset;
  /** Of the object. */
  size_t bytes;
};

/** @param node, input for messages */
struct MemoryUse {
  const char *node;
  unsigned input;
  void *start;
  bool reads, writes;
};

/** Places of all arguments of one launch. */
std::vector<DevicePlace> use_on_device(const std::vector<MemoryUse> &uses);
/** Memory that is not tracked is the host's. */
void use_on_host(const MemoryUse &use);
/** For the statistics: an input that does not fit into constant memory. */
void note_global_input(const char *node, unsigned input, size_t bytes);
void print_statistics();

}  // namespace hpvm
