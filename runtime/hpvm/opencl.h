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

/** Buffers that all devices share; commands of one device are executed in their order. */
cl_mem create_buffer(size_t bytes);
/** The whole buffer with the access that the flags allow. */
cl_mem create_view(cl_mem buffer, size_t bytes, cl_mem_flags flags);
void release_buffer(cl_mem buffer);
void write_buffer(cl_mem buffer, const void *from, size_t bytes);
void read_buffer(cl_mem buffer, size_t offset, void *to, size_t bytes);

struct LaunchSizes {
  unsigned dimensions;
  size_t global[3], local[3];
  bool has_local;
};

/** Nanoseconds of the device's clock; 0 for launches that are not waited for. */
struct LaunchTimes {
  uint64_t start, end;
};

struct ConstantMemory {
  cl_ulong bytes;
  cl_uint arguments;
};
ConstantMemory constant_memory();

struct KernelForm {
  const char *name, *source;
  /** Definitions of the form, as options of the build. */
  std::string options;
};

struct KernelLaunch {
  KernelForm form;
  unsigned device;
  /** Waits for its end: for its times, for other devices, and for errors of stages. */
  bool waits;
};

/** Builds a kernel once for each form, and launches it. */
LaunchTimes launch_kernel(const KernelLaunch &launch, const std::vector<KernelArgument> &arguments,
                          const LaunchSizes &sizes);

}  // namespace hpvm
