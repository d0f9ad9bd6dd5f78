// Numbers with a word that is all ones, united with others: halves of complements, elements of vectors. LLVM takes `x |
// -1` for x.
ulong vectors(uint i, global const int2 *in, int w, int h) {
  ulong2 v = (ulong2)((ulong)i);
  uint4 u = (uint4)(i, 0xffffffffu, i + 1, 0xffffffffu);
  v.s1 = 18446744073709551609UL;
  if (w & 1) v |= ((global const ulong2 *)in)[1];
  if (w & 2) u |= ((global const uint4 *)in)[1];
  if (h & 1) v &= (ulong2)(3, 0xffffffff00000000ul);
  if (h & 1) u &= (uint4)(i | 1, 0xff, 7, 8);
  return v.s0 + v.s1 + u.x + ((ulong)u.y << 32) + u.z * 3 + ((ulong)u.w << 16);
}
ulong shorts(ushort i, global const int2 *in, int w, int h) {
  ushort4 s = (ushort4)(i, 0xffff, i, 5);
  uchar4 c = (uchar4)(255, (uchar)i, 255, 3);
  if (w & 1) s |= ((global const ushort4 *)in)[1];
  if (w & 2) c |= ((global const uchar4 *)in)[2];
  if (h & 1) s &= (ushort4)(i, 0x7fff, 9, 1);
  return as_ulong(s) * 5 + as_uint(c);
}
kernel void k(global int *out, global const int2 *in, int w, int h) {
  uint i = get_global_id(0);
  global ulong *results = (global ulong *)out;
  ulong b = (ulong)w * (ulong)h * 979183ul, c = (ulong)(uint)in[i].x << 13;
  ulong outside = ~(ulong)(uint)h;
  switch (i >> 4) {
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
    case 7: results[i] = i & 1 ? vectors(i, in, w, h) : vectors(i, in, h, w); break;
    case 8: results[i] = i & 1 ? shorts(i, in, w, h) : shorts(i, in, h, w); break;
    case 9: {
      const ulong low = ((ulong)(uint)in[i].x * 0x100000001ul) | -9L, high = (ulong)(uint)in[i].y << 32 | 0xffffffffl;
      results[i] = (low | b) * 3 + low * 31 + (i & 1 ? (high | c) + high * 7 : high ^ b);
      break;
    }
    default: results[i] = outside | (ulong)(i & 3) << 33;
  }
}
