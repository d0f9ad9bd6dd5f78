// Sum of many integers. Each work-group adds up one chunk: its work-items first stride over the chunk, then halve the
// partial sums in local memory, with a barrier after each step. One result a work-group.
#define GROUP 256

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void reduce(__global const uint *input, __global uint *sums, uint count, uint chunk) {
  __local uint partial[GROUP];
  const uint lid = get_local_id(0);
  const uint begin = get_group_id(0) * chunk;
  const uint end = min(begin + chunk, count);

  uint sum = 0;
  for (uint i = begin + lid; i < end; i += GROUP)
    sum += input[i];
  partial[lid] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint width = GROUP / 2; width > 0; width /= 2) {
    if (lid < width)
      partial[lid] += partial[lid + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    sums[get_group_id(0)] = partial[0];
}
