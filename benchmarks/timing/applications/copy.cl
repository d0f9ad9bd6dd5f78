// Bandwidth of an array: eight words of each work-item, one after the other.
kernel void copy(global const real *in, global real *out) {
  const uint i = get_global_id(0), count = get_global_size(0);
  for (uint n = 0; n < 8; n++) out[n * count + i] = in[n * count + i];
}
