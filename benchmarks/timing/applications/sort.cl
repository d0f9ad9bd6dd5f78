// A pass of a radix sort of keys by four bits: how often each digit comes in each region, where the first of each
// belongs, and the move.
#define DIGITS 16

kernel void count_digits(global const uint *keys, global uint *counts, const uint count, const uint shift, local uint *part) {
  const uint l = get_local_id(0), size = get_local_size(0), groups = get_num_groups(0), region = count / groups;
  const uint begin = get_group_id(0) * region;
  uint own[DIGITS] = {0};
  for (uint i = begin + l; i < begin + region; i += size) own[(keys[i] >> shift) & (DIGITS - 1)]++;
  for (uint digit = 0; digit < DIGITS; digit++) {
    part[l] = own[digit];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = size / 2; step > 0; step /= 2) {
      if (l < step) part[l] += part[l + step];
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0) counts[digit * groups + get_group_id(0)] = part[0];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

uint scan_group(const uint value, local uint *part) {
  const uint l = get_local_id(0), size = get_local_size(0);
  local uint *own = part + size;
  part[l] = 0;
  own[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < size; step *= 2) {
    const uint before = own[(int)l - (int)step];
    barrier(CLK_LOCAL_MEM_FENCE);
    own[l] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return own[(int)l - 1];
}

kernel void scan_counts(global uint *counts, const uint groups, local uint *part) {
  const uint l = get_local_id(0);
  uint carried = 0;
  for (uint digit = 0; digit < DIGITS; digit++) {
    const uint own = l < groups ? counts[digit * groups + l] : 0;
    const uint before = scan_group(own, part);
    const uint sum = part[2 * get_local_size(0) - 1];
    if (l < groups) counts[digit * groups + l] = carried + before;
    carried += sum;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

kernel void move_keys(global const uint *keys, global const uint *counts, global uint *moved, const uint count, const uint shift, local uint *part) {
  const uint l = get_local_id(0), size = get_local_size(0), groups = get_num_groups(0), region = count / groups;
  const uint begin = get_group_id(0) * region;
  local uint firsts[DIGITS];
  if (l < DIGITS) firsts[l] = counts[l * groups + get_group_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = begin + 4 * l; i < begin + region; i += 4 * size) {
    const uint4 key = vload4(0, keys + i);
    const uint4 digit = (key >> shift) & (DIGITS - 1);
    for (uint d = 0; d < DIGITS; d++) {
      const uint4 is = select((uint4)0, (uint4)1, digit == d);
      uint to = firsts[d] + scan_group(is.x + is.y + is.z + is.w, part);
      const uint sum = part[2 * size - 1];
      if (is.x) moved[to++] = key.x;
      if (is.y) moved[to++] = key.y;
      if (is.z) moved[to++] = key.z;
      if (is.w) moved[to++] = key.w;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l == 0) firsts[d] += sum;
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
}
