// Vector functions from a scalar function: element by element, for every width. Large functions use loops instead of 16
// copies.
#pragma once

#define OVER __attribute__((overloadable))
#define PURE __attribute__((overloadable, const))

// R NAME(A) for one argument, R NAME(A, B) for two, R NAME(A, B, C) for three.
#define WIDTHS_1(R, NAME, A)                                                                      \
  NARROW_1(R, NAME, A)                                                                            \
  R##8 PURE NAME(A##8 x) { return (R##8)(NAME(x.lo), NAME(x.hi)); }                               \
  R##16 PURE NAME(A##16 x) { return (R##16)(NAME(x.lo), NAME(x.hi)); }

#define NARROW_1(R, NAME, A)                                                                      \
  R##2 PURE NAME(A##2 x) { return (R##2)(NAME(x.x), NAME(x.y)); }                                 \
  R##3 PURE NAME(A##3 x) { return (R##3)(NAME(x.x), NAME(x.y), NAME(x.z)); }                      \
  R##4 PURE NAME(A##4 x) { return (R##4)(NAME(x.lo), NAME(x.hi)); }

#define WIDTHS_2(R, NAME, A, B)                                                                   \
  NARROW_2(R, NAME, A, B)                                                                         \
  R##8 PURE NAME(A##8 x, B##8 y) { return (R##8)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }           \
  R##16 PURE NAME(A##16 x, B##16 y) { return (R##16)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }

#define NARROW_2(R, NAME, A, B)                                                                   \
  R##2 PURE NAME(A##2 x, B##2 y) { return (R##2)(NAME(x.x, y.x), NAME(x.y, y.y)); }               \
  R##3 PURE NAME(A##3 x, B##3 y) { return (R##3)(NAME(x.x, y.x), NAME(x.y, y.y), NAME(x.z, y.z)); } \
  R##4 PURE NAME(A##4 x, B##4 y) { return (R##4)(NAME(x.lo, y.lo), NAME(x.hi, y.hi)); }

#define WIDTHS_3(R, NAME, A, B, C)                                                                \
  R##2 PURE NAME(A##2 x, B##2 y, C##2 z) { return (R##2)(NAME(x.x, y.x, z.x), NAME(x.y, y.y, z.y)); } \
  R##3 PURE NAME(A##3 x, B##3 y, C##3 z) {                                                        \
    return (R##3)(NAME(x.x, y.x, z.x), NAME(x.y, y.y, z.y), NAME(x.z, y.z, z.z));                 \
  }                                                                                               \
  R##4 PURE NAME(A##4 x, B##4 y, C##4 z) { return (R##4)(NAME(x.lo, y.lo, z.lo), NAME(x.hi, y.hi, z.hi)); } \
  R##8 PURE NAME(A##8 x, B##8 y, C##8 z) { return (R##8)(NAME(x.lo, y.lo, z.lo), NAME(x.hi, y.hi, z.hi)); } \
  R##16 PURE NAME(A##16 x, B##16 y, C##16 z) { return (R##16)(NAME(x.lo, y.lo, z.lo), NAME(x.hi, y.hi, z.hi)); }

// The wide ones as loops over indexed registers: OF is the scalar function.
#define WIDE_1(R, NAME, OF, A) LOOP_1(R##8, NAME, OF, A##8, 8) LOOP_1(R##16, NAME, OF, A##16, 16)
#define WIDE_2(R, NAME, OF, A, B) LOOP_2(R##8, NAME, OF, A##8, B##8, 8) LOOP_2(R##16, NAME, OF, A##16, B##16, 16)

#define EACH(N) _Pragma("clang loop unroll(disable)") for (int i = 0; i < N; i++)
#define LOOP_1(R, NAME, OF, A, N)    \
  R PURE NAME(A x) {                    \
    R r;                                \
    EACH(N) r[i] = OF(x[i]);            \
    return r;                           \
  }
#define LOOP_2(R, NAME, OF, A, B, N)    \
  R PURE NAME(A x, B y) {               \
    R r;                                \
    EACH(N) r[i] = OF(x[i], y[i]);      \
    return r;                           \
  }

// Every width of large functions.
#define LARGE_1(R, NAME, A) NARROW_1(R, NAME, A) WIDE_1(R, NAME, NAME, A)
#define LARGE_2(R, NAME, A, B) NARROW_2(R, NAME, A, B) WIDE_2(R, NAME, NAME, A, B)

// R NAME(R, P *): a second result through a pointer, in each address space. The scalar function has a private pointer.
#define WIDTHS_POINTER(R, NAME, P)            \
  NARROW_POINTER(R, NAME, P)                  \
  PAIR(R##8, NAME, P##8, P##4, x.lo, x.hi)    \
  PAIR(R##16, NAME, P##16, P##8, x.lo, x.hi)  \
  POINTER_SPACES(R##8, NAME, P##8)            \
  POINTER_SPACES(R##16, NAME, P##16)

#define NARROW_POINTER(R, NAME, P)            \
  PAIR(R##2, NAME, P##2, P, x.x, x.y)         \
  R##3 OVER NAME(R##3 x, P##3 *p) {           \
    P a, b, c;                                \
    R##3 r = (R##3)(NAME(x.x, &a), NAME(x.y, &b), NAME(x.z, &c)); \
    *p = (P##3)(a, b, c);                     \
    return r;                                 \
  }                                           \
  PAIR(R##4, NAME, P##4, P##2, x.lo, x.hi)    \
  POINTER_SPACES(R, NAME, P)                  \
  POINTER_SPACES(R##2, NAME, P##2)            \
  POINTER_SPACES(R##3, NAME, P##3)            \
  POINTER_SPACES(R##4, NAME, P##4)

#define PAIR(R, NAME, P, HALF, LOW, HIGH)     \
  R OVER NAME(R x, P *p) {                    \
    HALF a, b;                                \
    R r = (R)(NAME(LOW, &a), NAME(HIGH, &b)); \
    *p = (P)(a, b);                           \
    return r;                                 \
  }

#define WIDE_POINTER(R, NAME, OF, P)          \
  LOOP_POINTER(R##8, NAME, OF, P##8, P, 8)    \
  LOOP_POINTER(R##16, NAME, OF, P##16, P, 16)

#define LOOP_POINTER(R, NAME, OF, P, E, N)    \
  R OVER NAME(R x, P *p) {                    \
    R r;                                      \
    P second;                                 \
    EACH(N) {                                 \
      E e;                                    \
      r[i] = OF(x[i], &e);                    \
      second[i] = e;                          \
    }                                         \
    *p = second;                              \
    return r;                                 \
  }                                           \
  POINTER_SPACES(R, NAME, P)

#define LARGE_POINTER(R, NAME, P) NARROW_POINTER(R, NAME, P) WIDE_POINTER(R, NAME, NAME, P)

#define POINTER_SPACES(R, NAME, P)            \
  POINTER_SPACE(R, NAME, P, __global)         \
  POINTER_SPACE(R, NAME, P, __local)

#define POINTER_SPACE(R, NAME, P, SPACE)      \
  R OVER NAME(R x, SPACE P *p) {              \
    P own;                                    \
    R r = NAME(x, &own);                      \
    *p = own;                                 \
    return r;                                 \
  }
