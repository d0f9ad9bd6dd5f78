// Radix sort from the lowest digit to the highest, four bits at a time. Each work-item owns a run of RUN neighbouring
// elements, so that walking the runs in order keeps equal digits in order.
#define RUN 16
#define DIGITS 16
#define GROUP 256

uint digitOf(uint value, uint shift) { return (value >> shift) & (DIGITS - 1); }

// Counts the digits in each run: counts[digit * runs + run].
__kernel void countDigits(__global const uint *input, __global uint *counts, uint count, uint runs, uint shift) {
  const uint run = get_global_id(0);
  if (run >= runs)
    return;
  uint mine[DIGITS];
  for (uint digit = 0; digit < DIGITS; digit++)
    mine[digit] = 0;
  for (uint i = run * RUN; i < min((run + 1) * RUN, count); i++)
    mine[digitOf(input[i], shift)]++;
  for (uint digit = 0; digit < DIGITS; digit++)
    counts[digit * runs + run] = mine[digit];
}

// Exclusive prefix sums of the whole table by one work-group: a piece of GROUP elements after the other, each by the
// algorithm of Hillis and Steele, with the sum so far carried on.
__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void scanCounts(__global uint *counts, uint length) {
  __local uint sums[2][GROUP];
  const uint lid = get_local_id(0);
  uint carry = 0;
  for (uint first = 0; first < length; first += GROUP) {
    const uint own = first + lid < length ? counts[first + lid] : 0;
    uint from = 0;
    sums[0][lid] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < GROUP; step *= 2) {
      sums[1 - from][lid] = sums[from][lid] + (lid >= step ? sums[from][lid - step] : 0);
      from = 1 - from;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (first + lid < length)
      counts[first + lid] = carry + sums[from][lid] - own;
    carry += sums[from][GROUP - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// Moves each element to its place: the table now has the start of each run's elements of each digit.
__kernel void scatter(__global const uint *input, __global uint *output, __global const uint *places, uint count,
                      uint runs, uint shift) {
  const uint run = get_global_id(0);
  if (run >= runs)
    return;
  uint next[DIGITS];
  for (uint digit = 0; digit < DIGITS; digit++)
    next[digit] = places[digit * runs + run];
  for (uint i = run * RUN; i < min((run + 1) * RUN, count); i++)
    output[next[digitOf(input[i], shift)]++] = input[i];
}
