// C99's inline functions, called from the unit that has them and from others: from some clang on those that must not be
// inlined have no body.
__attribute__((noinline)) inline int thrice(int x) { return x * 3; }
static inline __attribute__((noinline)) int hidden(int x) { return x - 1; }
inline int twice(int x) { return x + x; }
extern inline int other(int x) { return thrice(x) ^ 5; }
int sum(int x);
int much(int x, __global const int *in);
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  int x = get_global_id(0);
  out[x] = thrice(in[x]) + twice(in[x + 256]) * hidden(h) + sum(x);
  out[x + 256] = much(w, in) + other(x);
}
// unit
__attribute__((noinline)) inline float root(float x) { return sqrt(fabs(x)); }
static inline __attribute__((noinline)) int hidden(int x) { return x + 1; }
int other(int x);
int sum(int x) { return hidden(other(x)) + (int)root(x * x); }
// unit
inline __attribute__((noinline)) int many(int x, __global const int *in) {
  int table[2][5] = {{1, 2, 3, 4, 5}, {x, 2, 3, 4, 5}};
  return table[x & 1][in[x] % 5 & 3];
}
int much(int x, __global const int *in) { return many(x, in) * 3; }
