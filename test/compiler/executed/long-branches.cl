// A function that is not inlined, with branches of more than 128 KiB below nested ones that differ by work-item: the
// long ones go through a pair of SGPRs, which must not be one that callers keep values in. Wavefronts take them where
// none of their work-items goes in.
#define X1(n) x = x * ((n) * 2654435761u | 1u) + (y ^ ((n) * 0x9e3779b9u)); y = rotate(y, (n) % 31u + 1u) + x;
#ifdef __AMDGCN__
#define X6(n) X1(n) X1((n) + 1u) X1((n) + 2u) X1((n) + 3u) X1((n) + 4u) X1((n) + 5u)
#define X36(n) X6(n) X6((n) + 6u) X6((n) + 12u) X6((n) + 18u) X6((n) + 24u) X6((n) + 30u)
#define X216(n) X36(n) X36((n) + 36u) X36((n) + 72u) X36((n) + 108u) X36((n) + 144u) X36((n) + 180u)
#define X1296(n) X216(n) X216((n) + 216u) X216((n) + 432u) X216((n) + 648u) X216((n) + 864u) X216((n) + 1080u)
#define LONG X1296(0u) X1296(1296u) X1296(2592u)
#else
#define LONG for (uint n = 0; n < 3888; n++) { X1(n) }
#endif
#define NESTED(n) if (((g ^ (n)) * (x + (n))) % 1013u != (n)) {
#define END(n) z ^= (n); }

__attribute__((noinline)) uint small(uint x) { return x * 5u ^ x >> 3; }

__attribute__((noinline)) uint large(uint x, uint g) {
  uint z = small(x);
  NESTED(1) NESTED(2) NESTED(3) NESTED(4) NESTED(5) NESTED(6) NESTED(7) NESTED(8)
  NESTED(9) NESTED(10) NESTED(11) NESTED(12) NESTED(13) NESTED(14) NESTED(15) NESTED(16)
  if (g & 64) {
    uint y = x ^ g;
    LONG
    z += small(x ^ y);
  }
  END(1) END(2) END(3) END(4) END(5) END(6) END(7) END(8)
  END(9) END(10) END(11) END(12) END(13) END(14) END(15) END(16)
  return z;
}

kernel void k(global uint *out, global const int *in, int w, int h) {
  uint i = get_global_id(0);
  uint a = large(in[i] * w, i);
  out[i] = a + h;
  // The address of `in` is kept in SGPRs meanwhile.
  out[i + 256] = large(in[i + 256] + w, i) + large(a, h) * in[i];
}
