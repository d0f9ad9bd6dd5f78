// Sums of work-groups, each of which goes over all of the array in strides.
kernel void reduction(global const real *in, global real *sums, const uint count, local real *part) {
  const uint l = get_local_id(0), size = get_local_size(0);
  real sum = 0;
  for (uint i = get_group_id(0) * 2 * size + l; i < count; i += 2 * size * get_num_groups(0)) sum += in[i] + in[i + size];
  part[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint step = size / 2; step > 0; step /= 2) {
    if (l < step) part[l] += part[l + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}
