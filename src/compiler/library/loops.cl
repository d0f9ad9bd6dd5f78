// Functions of libclc that are correct and large: on vectors of 8 and 16 elements they would be 8 and 16 times as
// large, up to 120 KB of code for one call. Here they are loops over libclc's scalar functions. Each has more than 4 KB
// for 16 elements (benchmarks/compiler/builtin-sizes.ts).
#include "widths.h"

#define OF_ONE(TYPE, NAME) WIDE_1(TYPE, own_##NAME, NAME, TYPE)
#define OF_TWO(TYPE, NAME) WIDE_2(TYPE, own_##NAME, NAME, TYPE, TYPE)

#define BOTH(HOW, NAME) HOW(float, NAME) HOW(double, NAME)

BOTH(OF_ONE, acos)
BOTH(OF_ONE, acosh)
BOTH(OF_ONE, acospi)
BOTH(OF_ONE, asinh)
BOTH(OF_ONE, atanh)
BOTH(OF_ONE, cbrt)
BOTH(OF_ONE, cosh)
BOTH(OF_ONE, log)
BOTH(OF_ONE, log10)
BOTH(OF_ONE, log1p)
BOTH(OF_ONE, log2)
BOTH(OF_ONE, sinh)
BOTH(OF_ONE, tanh)
BOTH(OF_TWO, atan2)
BOTH(OF_TWO, atan2pi)
BOTH(OF_TWO, fmod)

OF_ONE(float, asin)
OF_ONE(float, asinpi)
OF_ONE(float, atan)
OF_ONE(float, atanpi)
OF_ONE(float, cos)
OF_ONE(float, half_cos)
OF_ONE(float, half_sin)
OF_ONE(float, half_tan)
OF_ONE(float, sin)
OF_ONE(float, tan)
OF_TWO(float, half_powr)
OF_TWO(float, pow)
OF_TWO(float, powr)
WIDE_POINTER(float, own_sincos, sincos, float)

OF_ONE(double, erfc)
OF_ONE(double, exp)
OF_ONE(double, exp2)
OF_ONE(double, exp10)
OF_ONE(double, lgamma)
OF_TWO(double, hypot)
OF_TWO(double, nextafter)
OF_TWO(double, remainder)
WIDE_POINTER(double, own_lgamma_r, lgamma_r, int)

#define REMQUO(R, N)                                 \
  R OVER own_remquo(R x, R y, int##N *p) {           \
    R r;                                             \
    int##N quotients;                                \
    EACH(N) {                                        \
      int q;                                         \
      r[i] = remquo(x[i], y[i], &q);                 \
      quotients[i] = q;                              \
    }                                                \
    *p = quotients;                                  \
    return r;                                        \
  }                                                  \
  REMQUO_SPACE(R, N, __global)                       \
  REMQUO_SPACE(R, N, __local)
#define REMQUO_SPACE(R, N, SPACE)                    \
  R OVER own_remquo(R x, R y, SPACE int##N *p) {     \
    int##N quotients;                                \
    R r = own_remquo(x, y, &quotients);              \
    *p = quotients;                                  \
    return r;                                        \
  }
REMQUO(float8, 8)
REMQUO(float16, 16)
REMQUO(double8, 8)
REMQUO(double16, 16)
