// Inclusive prefix sums of 64-bit integers: first within work-groups, then in passes that join neighbouring blocks.
#define GROUP 256

// Within a work-group, by the algorithm of Hillis and Steele (1986), in place: read, barrier, write, barrier.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void scanGroup(__global const ulong *input, __global ulong *sums, uint count) {
  __local ulong values[GROUP];
  const uint i = get_global_id(0);
  const uint lid = get_local_id(0);
  values[lid] = i < count ? input[i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < GROUP; step *= 2) {
    const ulong left = lid >= step ? values[lid - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    values[lid] += left;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < count)
    sums[i] = values[lid];
}

// Two neighbouring blocks of `block` elements (a power of two) become one: the last sum of the left one is added to all
// of the right one (Sklansky 1960). One work-item for each element of a right block.
__kernel void joinBlocks(__global ulong *sums, uint block, uint count) {
  const uint i = get_global_id(0);
  const uint right = (i & ~(block - 1)) * 2 + block;
  const uint at = right + (i & (block - 1));
  if (at < count)
    sums[at] += sums[right - 1];
}
