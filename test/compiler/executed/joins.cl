// Values that cost nothing, set where several ways lead to: `a || b && c`. LLVM 22 takes them for those of the first
// way alone. Conversions are not computed ahead, so that the ways stay apart.
#define SET(a, b, n) ((a) > 500.5f - (n) || ((a) >= -100.5f - (n) && ((int)((a) * 0.5f) & (n))))

kernel void k(global int *out, global const int2 *in, int w, int h) {
  uint i = get_global_id(0);
  float a = in[i].x, b = in[i].y;
  double2 v = (double2)(a, b);
  if (SET(a, b, 3)) v.s0 = 1.0;
  float4 u = ((global const float4 *)in)[i & 15];
  if (SET(b, a, 5)) u.s2 = 1.0f;
  float x = a * 0.25f, y = 2.0f;
  if (SET(a, b, 6)) y = -x;
  global const int2 *from = in;
  if (SET(b, a, 9)) from = in + 5;
  short s = (short)w;
  if (SET(a, b, 10)) s = (short)in[i].y;
  int3 t = (int3)(in[i].x, in[i].y, h);
  if (SET(b, a, 12)) t.s1 = w;
  else t.s2 = 9;
  ulong3 m = (ulong3)(8589934591ul, w, 7);
  if (i & 8) switch (popcount(i) & 3) {
    case 1: y = convert_float_rte(convert_char_sat((long)i * in[i].y));
    case 2: m = (ulong3)((ulong)(uint)h); break;
    default: y = in[i & 63].y;
  }
  ulong sum = m.s0 * 31ul + m.s1 * 37ul + m.s2 * 41ul;
  sum += as_ulong(v.s0) + as_ulong(v.s1) * 3 + as_uint(u.s0) + as_uint(u.s1) * 3ul + as_uint(u.s2) * 5ul;
  sum += as_uint(u.s3) * 7ul + as_uint(y) * 11ul + (uint)from[i & 7].x * 13ul + (ulong)s * 17;
  ((global ulong *)out)[i] = sum + (uint)t.s0 * 19ul + (uint)t.s1 * 23ul + (uint)t.s2 * 29ul;
}
