// Prefix sums in three launches: sums of regions, their prefix sums, and those of each region from there on.
real scan_group(const real value, local real *part) {
  const uint l = get_local_id(0), size = get_local_size(0);
  part[l] = 0;
  local real *own = part + size;
  own[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = 1; step < size; step *= 2) {
    const real before = own[(int)l - (int)step];
    barrier(CLK_LOCAL_MEM_FENCE);
    own[l] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return own[(int)l - 1];
}

kernel void region_sums(global const real *in, global real *sums, const uint count, local real *part) {
  const uint l = get_local_id(0), size = get_local_size(0), region = count / get_num_groups(0);
  const uint begin = get_group_id(0) * region;
  real sum = 0;
  for (uint i = begin + l; i < begin + region; i += size) sum += in[i];
  part[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = size / 2; step > 0; step /= 2) {
    if (l < step) part[l] += part[l + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}

kernel void scan_sums(global real *sums, const uint count, local real *part) {
  const uint l = get_local_id(0);
  const real before = scan_group(l < count ? sums[l] : 0, part);
  if (l < count) sums[l] = before;
}

kernel void scan_regions(global const real4 *in, global const real *sums, global real4 *out, const uint count, local real *part) {
  const uint l = get_local_id(0), size = get_local_size(0), region = count / 4 / get_num_groups(0);
  const uint begin = get_group_id(0) * region;
  local real carried;
  if (l == 0) carried = sums[get_group_id(0)];
  for (uint i = begin + l; i < begin + region; i += size) {
    real4 own = in[i];
    own.y += own.x;
    own.z += own.y;
    own.w += own.z;
    barrier(CLK_LOCAL_MEM_FENCE);
    const real before = carried + scan_group(own.w, part);
    out[i] = own + before;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == size - 1) carried = before + own.w;
  }
}
