// Checks and choices of NDRange sizes.
#include "core/work_size.h"

#include <string.h>

namespace runtime {
namespace {

uint32_t largest_divisor(uint32_t number, uint32_t limit) {
  for (uint32_t divisor = limit < number ? limit : number; divisor > 1; divisor--) {
    if (number % divisor == 0) return divisor;
  }
  return 1;
}

bool has_reqd_size(const KernelRecord& kernel) { return (kernel.flags & abi::KernelFlag_REQD_WORK_GROUP_SIZE) != 0; }

/** Work-items of a work-group in each dimension. */
struct Sizes {
  uint32_t size[3];
  uint32_t operator[](uint32_t dimension) const { return size[dimension]; }
};

uint64_t quotient_up(uint64_t number, uint64_t divisor) { return (number + divisor - 1) / divisor; }

/**
 * As many work-items as there is room for, above all in the first dimensions.
 *
 * @param cut the dimension in which the size need not divide the global size; 3 for none
 */
Sizes sizes_within(uint32_t room, const uint32_t* global, uint32_t cut) {
  Sizes sizes;
  for (uint32_t dimension = 0; dimension < 3; dimension++) {
    uint32_t most = room < global[dimension] ? room : global[dimension];
    sizes.size[dimension] = dimension == cut ? most : largest_divisor(global[dimension], room);
    room /= sizes[dimension];
  }
  return sizes;
}

/** Wavefronts of all work-groups, of which the last ones in a dimension may have fewer work-items than the others. */
uint64_t wavefronts_of(const Sizes& sizes, const uint32_t* global, uint32_t cut, uint32_t wavefront) {
  uint64_t area = 1, groups = 1;
  for (uint32_t dimension = 0; dimension < 3; dimension++) {
    if (dimension == cut) continue;
    area *= sizes[dimension];
    groups *= global[dimension] / sizes[dimension];
  }
  if (cut == 3) return groups * quotient_up(area, wavefront);
  uint64_t whole = global[cut] / sizes[cut], rest = global[cut] % sizes[cut];
  return groups * (whole * quotient_up(area * sizes[cut], wavefront) + quotient_up(area * rest, wavefront));
}

/** True if the last work-groups may have fewer work-items than the others. */
bool may_leave_rest(const KernelRecord& kernel) { return (kernel.flags & abi::KernelFlag_GROUPS_UNSEEN) != 0; }

/**
 * Divisors of the global sizes; but where these leave most lanes of the wavefronts idle, the size in one dimension is
 * no divisor, and the work-groups at its end have the remainder. It is the first dimension in which that gives the
 * fewest wavefronts.
 */
void choose_local_size(abi::Packet& packet, const KernelRecord& kernel) {
  uint32_t room = kernel.work_group_size < kChosenWorkGroup ? kernel.work_group_size : kChosenWorkGroup;
  uint32_t wavefront = kernel.preferred_multiple;
  Sizes best = sizes_within(room, packet.global_size, 3);
  uint32_t items = best[0] * best[1] * best[2];
  bool wasteful = items * 4 < quotient_up(items, wavefront) * wavefront * 3;
  if (wasteful && may_leave_rest(kernel)) {
    uint64_t fewest = wavefronts_of(best, packet.global_size, 3, wavefront);
    for (uint32_t cut = 0; cut < 3; cut++) {
      Sizes sizes = sizes_within(room, packet.global_size, cut);
      uint64_t count = wavefronts_of(sizes, packet.global_size, cut, wavefront);
      if (count >= fewest) continue;
      fewest = count;
      best = sizes;
    }
  }
  for (uint32_t dimension = 0; dimension < 3; dimension++) packet.local_size[dimension] = best[dimension];
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
    // OpenCL 1.2 lets this fail; later versions and the conformance tests take the size that the kernel requests.
    if (has_reqd_size(kernel)) memcpy(packet.local_size, kernel.reqd_work_group_size, sizeof packet.local_size);
    else choose_local_size(packet, kernel);
  }
  check_local_size(packet, kernel, device, !local_size && !has_reqd_size(kernel));
}

}  // namespace runtime
