// Aggregate initialisers that are constant in part.
struct S { int w[5]; int n; float f; };
typedef struct { char c[13]; struct S s; short t[3][2]; } T;
union U { int i[4]; char c[20]; };
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  int x = get_global_id(0) & 63;
  int a[2][5] = {{1, 2, 3, 4, 5}, {x, 2, 3, 4, 5}};
  struct { int w[5]; int n; } s = {{1, 2, 3, 4, 5}, x};
  T t = {{1, 2, 3, 4}, {{5, 6, 7, 8, 9}, 10, 1.5f}, {{1, 2}, {3, x}, {x, 6}}};
  struct S b[3] = {{{1, 2, 3, 4, 5}, x, w}, {{x, 7, 8, 9, 9}, 10, 2.0f}, {{1, 1, 1, 1, 1}, 2, 3.0f}};
  union U u = {{1, 2, x}};
  int4 v[3] = {(int4)(1, 2, 3, 4), (int4)(x, 1, 1, 1), (int4)(7)};
  const struct S *p = &b[x % 3];
  __global const int *from[3] = {in, in + x, 0};
  // Pointers among the constants.
  struct { int *p; int w[5]; int n; } q = {0, {1, 2, 3, 4, 5}, 6};
  int *to[3][5] = {{0, 0, 0, 0, 0}, {&q.n, 0, &a[1][0], 0, &a[0][1]}, {0, 0, 0, 0, 0}};
  struct { struct { int *p; int w[5]; } s; int *n; } z = {{0, {1, 2, 3, 4, 5}}, &a[1][0]};
  if (x & 1) q.p = &a[1][x % 5];
  int big[200] = {[3] = 4, [100] = 7, [199] = 9};
  char text[] = "hello world, this is long enough";
  text[x & 31] ^= 1;
  big[x] += 1;
  int r = s.w[x % 5] + s.n;
  for (int i = 0; i < x; i++) r += a[i & 1][i % 5];
  r += t.c[x % 13] + t.s.w[x % 5] + t.s.n + t.t[x % 3][x & 1] + p->w[x % 5] + p->n + (int)p->f + u.i[x % 3];
  int *at = to[x % 3][x % 5];
  r += (q.p ? *q.p : q.n) + (at ? *at : q.w[x % 5]) + (z.s.p ? 100 : z.s.w[x % 5] + *z.n);
  out[get_global_id(0)] = r * 31 + v[x % 3].y + from[x & 1][1] + big[x * 3 % 200] * 7 + text[x % 32];
}
