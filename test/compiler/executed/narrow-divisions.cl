// Divisions of numbers that are known to be small for their type: the smallest one by -1 has a quotient of one bit
// more, and where 24 bits without sign are divided as floats, some quotients become too large by one.
constant int edges[16] = {INT_MIN, INT_MIN + 1, -1, 1, INT_MAX, -8388608, 8388607, -2, 0xbf2758, -128, 127, -32768, 32767, -4194304, 3, 7};
constant uint2 large[8] = {(uint2)(14882573, 3122), (uint2)(16776484, 955), (uint2)(16766959, 13265), (uint2)(16777214, 51),
                           (uint2)(16705613, 203727), (uint2)(16777214, 13), (uint2)(14446211, 11), (uint2)(0xbf2758, 0xbf2759)};

#define SMALL(v, bits) ((v) << (32 - (bits)) >> (32 - (bits)))
#define BOTH(T, a, b) h = h * 31 + (ulong)((T)(a) / (T)(b)) + (ulong)((T)(a) % (T)(b)) * 7
#define QUOTIENT(T, a, b) h = h * 31 + (ulong)((T)(a) / (T)(b))
#define BITS(n) QUOTIENT(int, SMALL(a, n), SMALL(b | 1, n)); QUOTIENT(long, SMALL(a, n), SMALL(b | 1, n)); BOTH(long, SMALL(b, n), SMALL(a | 1, n))

kernel void k(global ulong *out, global const int *in, int w, int h_) {
  uint i = get_global_id(0);
  int a = edges[i & 15], b = edges[i >> 4 & 15];
  ulong h = w;
  BOTH(long, a, b);
  BOTH(long, INT_MIN, b);
  BOTH(long, a, in[i] | 1);
  QUOTIENT(int, (char)a, (char)(b | 1)); QUOTIENT(int, (short)a, (short)(b | 1)); QUOTIENT(long, (short)a, (char)(b | 1));
  BITS(2); BITS(8); BITS(16); BITS(23); BITS(24); BITS(25);
  uint2 v = large[i & 7];
  BOTH(uint, v.x & 0xffffff, v.y & 0xffffff);
  BOTH(ulong, v.x & 0xffffff, v.y & 0xffffff);
  BOTH(uint, (v.x << 8 | w) >> 8, (v.y << 8 | h_) >> 8);
  long4 q = convert_long4((int4)(a, b, w, -1)) / convert_long4((int4)(b, a, -1, h_));
  int4 r = convert_int4((char4)(a, b, -128, 127)) / convert_int4((char4)(-1, 1, b | 1, -1));
  h = h * 31 + q.x + q.y * 3 + q.z * 5 + q.w * 7 + (uint)(r.x + r.y * 3 + r.z * 5 + r.w * 7);
  h = h * 31 + as_ulong((double)((long)a / b)) + as_uint((float)((short)a / (int)((short)b | 1)));
  for (int n = 0; n < h_; n++) a = (int)(((long)a / (b | 1)) ^ n);
  out[i] = h + a;
}
