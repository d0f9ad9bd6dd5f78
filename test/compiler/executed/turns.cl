// A counter after a loop that work-items leave in different turns: LLVM before 23 gives all of them that of the last
// turn.
kernel void k(global int *out, global const int2 *in, int w, int h) {
  for (uint at = get_global_id(0); at < (uint)(w * h); at += get_global_size(0)) {
    int2 v = in[at & 255];
    for (int i = 0; i < 3; i++) {
      v.s0 = i;
      if (v.y & 3) break;
    }
    ulong sum = (ulong)v.s0 + (ulong)v.s1 * 3ul;
    if (at < 128) vstore3((uint3)((uint)1, convert_uint2(v)), at, (global uint *)out);
    else if (at < 192) ((global ulong *)out)[at] = sum;
  }
}
