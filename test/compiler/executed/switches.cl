// A pointer that costs nothing, in the case of a switch that is none of the others: LLVM 22 takes it for that of one of
// the ways there.
kernel void k(global int *out, global const int2 *in, int w, int h) {
  uint i = get_global_id(0);
  global const int2 *from = in + i;
  switch (i & 7) {
    case 0:
      for (uint j = 0; j < ((uint)1 & 7u); ++j) {
      }
      break;
    case 3:
    case 6: from = in + 1; break;
    default: from = in + 1; break;
  }
  ((global int2 *)out)[i] = *from;
}
