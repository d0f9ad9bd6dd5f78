// Functions whose arguments and locals need more registers than a function that keeps its caller's can have.
__attribute__((noinline)) double16 sum(long8 a, long8 b) {
  double16 r = 1;
  for (int i = 0; i < 4; i++) r = r + convert_double16((long16)(b, b)) - convert_double16((long16)(a, b));
  return r;
}
__attribute__((noinline)) long16 mixed(long8 a, long16 b, long16 c, __private long16 *d) {
  long16 r = b * c + *d;
  r = r >> (convert_long16((long16)(a, a)) & 31);
  r += convert_long16(sum(r.lo, r.hi));
  return r;
}
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  int x = get_global_id(0);
  long16 q = convert_long16(vload16(x & 15, in)), r = convert_long16(vload16((x + w) & 15, in));
  long16 t = mixed(q.hi, r, q - h, &q) + q;
  t.lo ^= t.hi;
  t.s0123 ^= t.s4567;
  t.s01 ^= t.s23;
  out[x] = (int)(t.s0 ^ t.s1 ^ (t.s0 >> 32));
}
