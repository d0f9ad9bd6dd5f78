// Complements of 64 bits with a half that is all ones, united with other numbers: LLVM takes `x | -1` for x.
kernel void k(global int *out, global const int2 *in, int w, int h) {
  uint i = get_global_id(0);
  global ulong *results = (global ulong *)out;
  ulong b = (ulong)w * (ulong)h * 979183ul, c = (ulong)(uint)in[i].x << 13;
  ulong outside = ~(ulong)(uint)h;
  switch (i >> 5) {
    case 0: results[i] = ((ulong)i ^ -7L) | b; break;
    case 1: results[i] = ~(ulong)(uint)in[i].x | b; break;
    case 2: results[i] = ~(ulong)i | c; break;
    case 3: results[i] = (~((ulong)i << 32) | b) ^ c; break;
    case 4: results[i] = ((~(ulong)i & -16L) | c) - b; break;
    case 5: {
      ulong2 v = ~(ulong2)(i, i + 1) | (ulong2)(b, b + c);
      results[i] = v.x + v.y * 3;
      break;
    }
    case 6:
      for (uint j = i; j < 4000; j += 256) results[i] = (((ulong)j ^ -7L) | b) + (outside | c);
      break;
    default: results[i] = outside | (ulong)(i & 3) << 33;
  }
}
