// Checks and choices of NDRange sizes.
#pragma once
#include "core/program.h"

namespace runtime {

/** Work-items of a work-group that the program leaves to us: enough wavefronts to keep a compute unit busy. */
constexpr uint32_t kChosenWorkGroup = 256;

/** Fills work_dim, global_size, local_size and global_offset of the packet, after the specification's checks. */
void set_work_size(abi::Packet& packet, const KernelRecord& kernel, const abi::DeviceInfo& device, cl_uint work_dim,
                   const size_t* global_offset, const size_t* global_size, const size_t* local_size);

}  // namespace runtime
