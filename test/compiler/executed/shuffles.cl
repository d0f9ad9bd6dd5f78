// shuffle and shuffle2: element types of every size, masks that are not constant, wider and narrower than what they
// choose from.
#define ADD(N, r) for (int i = 0; i < N; i++) s = s * 31 + (uint)(long)r[i];
#define ONE(E, U, N, M)                                                             \
  {                                                                                 \
    union { E##M v; E e[M]; } a, b;                                                 \
    E##N p = convert_##E##N(vload##N(x & 7, in)), q = convert_##E##N(vload##N((x + w) & 7, in)); \
    U##M m = convert_##U##M(vload##M((x * 3) & 7, in) + x);                         \
    a.v = shuffle(p, m);                                                            \
    b.v = shuffle2(p, q, m);                                                        \
    ADD(M, a.e) ADD(M, b.e)                                                         \
  }
#define TYPE(E, U) ONE(E, U, 2, 2) ONE(E, U, 4, 8) ONE(E, U, 8, 4) ONE(E, U, 2, 16) ONE(E, U, 16, 16)
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  int x = get_global_id(0);
  uint s = 0;
  TYPE(uchar, uchar) TYPE(short, ushort) TYPE(uint, uint) TYPE(float, uint) TYPE(long, ulong) TYPE(double, ulong)
  union { int4 v; int e[4]; } constant4 = {shuffle(vload16(1, in), (uint4)(3, 15, 0, 7))};
  ADD(4, constant4.e)
  out[x] = s;
}
