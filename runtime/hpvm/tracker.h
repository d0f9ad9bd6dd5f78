// Tracked memory: which of host and device have its newest contents. Both have them after a copy.
#pragma once

#include <cstddef>

#include "opencl.h"

namespace hpvm {

/** A place in a tracked object on the device. */
struct DevicePlace {
  cl_mem buffer;
  size_t offset;
};

/** @param node, input for messages */
struct MemoryUse {
  const char *node;
  unsigned input;
  void *start;
  bool reads, writes;
};

DevicePlace use_on_device(const MemoryUse &use);
/** Memory that is not tracked is the host's. */
void use_on_host(const MemoryUse &use);
void print_statistics();

}  // namespace hpvm
