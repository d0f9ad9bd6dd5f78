// Sums in local memory, with a barrier in the loop. Without optimisation, clang 16's fast register allocator reloads
// values where branches meet before all lanes are switched on again: most lanes continue with what others have left.
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  __local int sums[64];
  int g = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
  sums[l] = in[g] * w;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 128; s > 0; s >>= 1) {
    if (l + s < n && l < s) sums[l] = sums[l] + sums[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  int sum = sums[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = sum;
  out[g + 256] = sum ^ in[g + h];
}
