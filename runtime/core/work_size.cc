// Checks and choices of NDRange sizes.
#include "core/work_size.h"

namespace runtime {
namespace {

/** Work-items of a work-group that the program leaves to us: enough wavefronts to keep a compute unit busy. */
constexpr uint32_t kChosenWorkGroup = 256;

uint32_t largest_divisor(uint32_t number, uint32_t limit) {
  for (uint32_t divisor = limit < number ? limit : number; divisor > 1; divisor--) {
    if (number % divisor == 0) return divisor;
  }
  return 1;
}

bool has_reqd_size(const KernelRecord& kernel) { return (kernel.flags & abi::KernelFlag_REQD_WORK_GROUP_SIZE) != 0; }

void choose_local_size(abi::Packet& packet, const KernelRecord& kernel) {
  uint32_t room = kernel.work_group_size < kChosenWorkGroup ? kernel.work_group_size : kChosenWorkGroup;
  for (uint32_t dimension = 0; dimension < 3; dimension++) {
    uint32_t size = largest_divisor(packet.global_size[dimension], room);
    packet.local_size[dimension] = size;
    room /= size;
  }
}

/** Whether the last work-groups may have fewer work-items than the others. */
bool may_leave_rest(const KernelRecord& kernel) { return (kernel.flags & abi::KernelFlag_GROUPS_UNSEEN) != 0; }

/**
 * Where divisors leave most lanes of the wavefronts idle, the size in the last dimension that is used is no divisor: the work-groups
 * at its end have what is left.
 */
void use_all_lanes(abi::Packet& packet, const KernelRecord& kernel, uint32_t wavefront) {
  uint32_t items = packet.local_size[0] * packet.local_size[1] * packet.local_size[2];
  uint32_t lanes = (items + wavefront - 1) / wavefront * wavefront;
  if (items * 4 >= lanes * 3) return;
  uint32_t last = packet.global_size[2] > 1 ? 2 : packet.global_size[1] > 1 ? 1 : 0;
  uint32_t room = kernel.work_group_size < kChosenWorkGroup ? kernel.work_group_size : kChosenWorkGroup;
  for (uint32_t dimension = 0; dimension < last; dimension++) room /= packet.local_size[dimension];
  if (room < packet.global_size[last]) packet.local_size[last] = room;
  else packet.local_size[last] = packet.global_size[last];
}

/** @param chosen by us: then the kernel decides whether global sizes have to be multiples */
void check_local_size(const abi::Packet& packet, const KernelRecord& kernel, const abi::DeviceInfo& device,
                      bool chosen) {
  uint64_t work_items = 1;
  for (uint32_t dimension = 0; dimension < 3; dimension++) {
    uint32_t size = packet.local_size[dimension];
    if (has_reqd_size(kernel)) check(size == kernel.reqd_work_group_size[dimension], CL_INVALID_WORK_GROUP_SIZE);
    check(size != 0, CL_INVALID_WORK_ITEM_SIZE);
    check(size <= device.max_work_group_size, CL_INVALID_WORK_ITEM_SIZE);
    work_items *= size;
  }
  check(work_items <= device.max_work_group_size && work_items <= kernel.work_group_size, CL_INVALID_WORK_GROUP_SIZE);
  for (uint32_t dimension = 0; dimension < 3; dimension++) {
    bool is_multiple = packet.global_size[dimension] % packet.local_size[dimension] == 0;
    check(is_multiple || (chosen && may_leave_rest(kernel)), CL_INVALID_WORK_GROUP_SIZE);
  }
}

}  // namespace

void set_work_size(abi::Packet& packet, const KernelRecord& kernel, const abi::DeviceInfo& device, cl_uint work_dim,
                   const size_t* global_offset, const size_t* global_size, const size_t* local_size) {
  check(work_dim >= 1 && work_dim <= 3, CL_INVALID_WORK_DIMENSION);
  check(global_size != nullptr, CL_INVALID_GLOBAL_WORK_SIZE);
  packet.work_dim = work_dim;
  for (uint32_t dimension = 0; dimension < 3; dimension++) {
    bool is_used = dimension < work_dim;
    uint64_t size = is_used ? global_size[dimension] : 1;
    uint64_t offset = is_used && global_offset ? global_offset[dimension] : 0;
    check(size != 0 && size <= UINT32_MAX, CL_INVALID_GLOBAL_WORK_SIZE);
    check(offset <= UINT32_MAX && offset + size - 1 <= UINT32_MAX, CL_INVALID_GLOBAL_OFFSET);
    packet.global_size[dimension] = static_cast<uint32_t>(size);
    packet.global_offset[dimension] = static_cast<uint32_t>(offset);
    uint64_t local = is_used && local_size ? local_size[dimension] : 1;
    packet.local_size[dimension] = local > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(local);
  }
  if (!local_size) {
    check(!has_reqd_size(kernel), CL_INVALID_WORK_GROUP_SIZE);
    choose_local_size(packet, kernel);
    if (may_leave_rest(kernel)) use_all_lanes(packet, kernel, kernel.preferred_multiple);
  }
  check_local_size(packet, kernel, device, !local_size);
}

}  // namespace runtime
