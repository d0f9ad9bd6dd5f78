// OpenCL of the system, loaded when the first leaf executes on a device.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <cstdint>
#include <string>
#include <vector>

namespace hpvm {

/** An argument: bytes, or memory of a work-group without a value. */
struct KernelArgument {
  size_t bytes;
  const void *value;
};

/** Buffers of the device; commands are executed in their order. */
cl_mem create_buffer(size_t bytes);
void release_buffer(cl_mem buffer);
void write_buffer(cl_mem buffer, const void *from, size_t bytes);
void read_buffer(cl_mem buffer, size_t offset, void *to, size_t bytes);

struct LaunchSizes {
  unsigned dimensions;
  size_t global[3], local[3];
  bool has_local;
};

/** Builds a kernel once for each form, and launches it. */
void launch_kernel(const char *name, const char *source, bool is_two_level, const std::vector<KernelArgument> &arguments,
                   const LaunchSizes &sizes);
void finish();

}  // namespace hpvm
