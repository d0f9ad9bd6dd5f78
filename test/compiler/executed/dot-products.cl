// Sums of products of bytes and of short integers that lie at different places of their words: LLVM 19 takes some from
// the wrong word.
kernel void k(global uint *out, global const int *in, int w, int h) {
  uint i = get_global_id(0);
  uint4 p = (uint4)(in[i], in[i ^ 1], in[i ^ 2], in[i ^ 3]) * 0x01234567u, q = (uint4)(in[i + 256], in[(i ^ 5) + 256], in[(i ^ 6) + 256], in[(i ^ 7) + 256]) * 0x89abcdefu;
  uchar16 a = as_uchar16(p), b = as_uchar16(q);
  char16 c = as_char16(p), d = as_char16(q);
  uint u = a.s0 * b.s4 + a.s1 * b.s5 + a.s2 * b.s6 + a.s3 * b.s7 + w;
  u += a.s4 * b.s0 + a.s5 * b.s3 + a.s9 * b.s2 + a.s7 * b.sf;
  u += a.s3 * b.s3 + a.s7 * b.s7 + a.sb * b.sb + a.sf * b.sf;
  u += (uint)a.s8 * b.s1 + (uint)a.s9 * b.s0 + (uint)a.sa * b.s3;
  u += a.s0 * (uint)b.s4 + a.s5 * (uint)b.s3 + a.sa * (uint)b.s2 + a.sf * (uint)b.s1;
  int s = c.s0 * d.s4 + c.s5 * d.s5 + c.sa * d.s6 + c.sf * d.s7 + h;
  s += c.s8 * d.s0 + c.s5 * d.s3 + c.s9 * d.s2 + c.s7 * d.sf;
  s -= c.s1 * d.s1 + c.s2 * d.s2 + c.s3 * d.s3 + c.s0 * d.s0;
  short8 e = as_short8(p), f = as_short8(q);
  s += e.s0 * f.s0 + e.s1 * f.s1;
  s += e.s3 * f.s4 + e.s2 * f.s5;
  out[i] = u;
  out[i + 256] = s;
}
