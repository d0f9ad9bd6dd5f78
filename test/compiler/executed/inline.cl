// C99's inline: the definition is for inlining only, and a compiler that does not inline calls a function that is
// nowhere.
#define MORE r = r * 5 + (r >> 3) * (b | 1); r ^= in[r & 255]; r += r * (a | 3) ^ b;
#define MUCH MORE MORE MORE MORE MORE MORE MORE MORE
inline int much(__global const int *in, int a, int b) {
  int r = a;
  MUCH MUCH MUCH MUCH
  return r;
}
__attribute__((noinline)) inline int never(int a) { return a * 3 + 1; }
extern inline int outside(int a);
extern inline int outside(int a) { return never(a) - 7; }
static inline int within(__global const int *in, int a) { return much(in, a, outside(a)) + much(in, outside(a), a); }
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  int x = get_global_id(0);
  out[x] = within(in, in[x]) + much(in, x, w) + much(in, w, h) + within(in, x * h);
}
