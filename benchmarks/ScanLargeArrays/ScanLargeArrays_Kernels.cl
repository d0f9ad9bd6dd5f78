// Exclusive prefix sums of an array of any size: blocks in local memory, then the sums of blocks by the same kernel,
// then an addition of these to their blocks.
#define GROUP 256
#define BLOCK (2 * GROUP)

// One block by the work-efficient algorithm of Blelloch (1990): sums up a tree, then passes down sums of the left.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void scanBlocks(__global const uint *input, __global uint *output, __global uint *blockSums, uint count) {
  __local uint tree[BLOCK];
  const uint lid = get_local_id(0);
  const uint first = get_group_id(0) * BLOCK;
  for (uint i = lid; i < BLOCK; i += GROUP)
    tree[i] = first + i < count ? input[first + i] : 0;

  uint step = 1;
  for (uint active = GROUP; active > 0; active /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < active)
      tree[step * (2 * lid + 2) - 1] += tree[step * (2 * lid + 1) - 1];
    step *= 2;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) {
    blockSums[get_group_id(0)] = tree[BLOCK - 1];
    tree[BLOCK - 1] = 0;
  }
  for (uint active = 1; active <= GROUP; active *= 2) {
    step /= 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < active) {
      const uint left = step * (2 * lid + 1) - 1;
      const uint right = step * (2 * lid + 2) - 1;
      const uint sum = tree[left];
      tree[left] = tree[right];
      tree[right] += sum;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = lid; i < BLOCK; i += GROUP)
    if (first + i < count)
      output[first + i] = tree[i];
}

__kernel void addBlockSums(__global uint *output, __global const uint *blockOffsets, uint count) {
  const uint i = get_global_id(0);
  if (i < count)
    output[i] += blockOffsets[i / BLOCK];
}
