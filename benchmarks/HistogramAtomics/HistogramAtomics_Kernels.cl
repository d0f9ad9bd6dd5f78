// Counts how often each bin occurs: a work-group counts in local memory by atomic increments, then adds its counts to
// the result in global memory by atomic additions.
#define GROUP 256

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void histogram(__global const uint *data, __global uint *counts, __local uint *groupCounts, uint count, uint bins) {
  const uint lid = get_local_id(0);
  for (uint bin = lid; bin < bins; bin += GROUP)
    groupCounts[bin] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < count; i += get_global_size(0))
    atomic_inc(&groupCounts[data[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint bin = lid; bin < bins; bin += GROUP)
    if (groupCounts[bin] != 0)
      atomic_add(&counts[bin], groupCounts[bin]);
}
