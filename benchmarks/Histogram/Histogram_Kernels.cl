// Counts how often each byte occurs, without atomic operations.
//
// Each work-item has 256 counters of one byte in local memory; it counts at most 128 values, so none overflows. Then
// the work-group adds up its counters of each bin. A second kernel adds up the work-groups.
#define GROUP 64
#define BINS 256
#define VALUES 128

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void countBytes(__global const uchar *data, __global uint *partial, uint count) {
  __local uchar counters[BINS * GROUP];
  const uint lid = get_local_id(0);
  const uint group = get_group_id(0);
  for (uint bin = 0; bin < BINS; bin++)
    counters[bin * GROUP + lid] = 0;
  for (uint i = 0; i < VALUES; i++) {
    const uint index = (group * VALUES + i) * GROUP + lid;
    if (index < count)
      counters[data[index] * GROUP + lid]++;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint bin = lid; bin < BINS; bin += GROUP) {
    uint sum = 0;
    for (uint i = 0; i < GROUP; i++)
      sum += counters[bin * GROUP + ((i + lid) & (GROUP - 1))];
    partial[group * BINS + bin] = sum;
  }
}

__kernel void addGroups(__global const uint *partial, __global uint *histogram, uint groups) {
  const uint bin = get_global_id(0);
  uint sum = 0;
  for (uint group = 0; group < groups; group++)
    sum += partial[group * BINS + bin];
  histogram[bin] = sum;
}
