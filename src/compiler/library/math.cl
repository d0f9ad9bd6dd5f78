// Math functions of libclc that miss the specification's bounds or edges (OpenCL C 1.2, sections 7.4 and 7.5). A
// function own_f replaces f in the library, and may call libclc's f (library-build.ts).
#include "widths.h"

// libclc 22 reduces every argument of double in two ways, one of them for numbers from 2^47 on, and selects one result.
// Here only work-items with such numbers execute the second way. Its argument is opaque, so that LLVM does not merge
// the two.
#if __clang_major__ >= 20
#define APART(CALL)                                        \
  if (__builtin_fabs(x) < 0x1p47) return CALL;             \
  __asm__("" : "+v"(x));                                   \
  if (__builtin_fabs(x) < 0x1p47) __builtin_unreachable(); \
  double result = CALL;                                    \
  __asm__("" : "+v"(result));                              \
  return result;
#else
#define APART(CALL) return CALL;
#endif
static double sin_apart(double x) { APART(sin(x)) }
static double cos_apart(double x) { APART(cos(x)) }
static double sincos_apart(double x, double *c) { APART(sincos(x, c)) }

// The zero keeps its sign.
#define ZERO_STAYS(TYPE, NAME)                                     \
  TYPE PURE own_##NAME(TYPE x) { return x == 0 ? x : NAME(x); }    \
  LARGE_1(TYPE, own_##NAME, TYPE)

ZERO_STAYS(double, asin)
ZERO_STAYS(double, asinpi)
ZERO_STAYS(double, atan)
ZERO_STAYS(double, atanpi)
ZERO_STAYS(double, erf)
ZERO_STAYS(double, tan)

double PURE own_sin(double x) { return x == 0 ? x : sin_apart(x); }
double PURE own_cos(double x) { return cos_apart(x); }
LARGE_1(double, own_sin, double)
LARGE_1(double, own_cos, double)

double OVER own_sincos(double x, double *c) {
  double s = sincos_apart(x, c);
  return x == 0 ? x : s;
}
LARGE_POINTER(double, own_sincos, double)

// Zeros and poles of the functions of pi times x: sinpi(-1) is -0, tanpi(1) is -0, tanpi(1.5) is -infinity.
#define TIMES_PI(TYPE)                                                                    \
  static bool OVER is_whole(TYPE x) { return isfinite(x) && x == trunc(x); }                   \
  static bool OVER is_even(TYPE x) { return is_whole(x / 2); }                                 \
  TYPE PURE own_sinpi(TYPE x) { return is_whole(x) ? copysign((TYPE)0, x) : sinpi(x); }   \
  TYPE PURE own_cospi(TYPE x) { return !is_whole(x) && is_whole(x * 2) ? 0 : cospi(x); }  \
  TYPE PURE own_tanpi(TYPE x) {                                                           \
    if (is_whole(x)) return copysign((TYPE)0, is_even(x) ? x : -x);                       \
    if (is_whole(x * 2)) return is_even(floor(x)) ? (TYPE)INFINITY : -(TYPE)INFINITY;     \
    return tanpi(x);                                                                      \
  }                                                                                       \
  LARGE_1(TYPE, own_sinpi, TYPE)                                                         \
  LARGE_1(TYPE, own_cospi, TYPE)                                                         \
  LARGE_1(TYPE, own_tanpi, TYPE)

TIMES_PI(float)
TIMES_PI(double)

// The instruction rounds correctly; libclc divides by a root.
float PURE own_rsqrt(float x) { return native_rsqrt(x); }
WIDTHS_1(float, own_rsqrt, float)

// LLVM replaces llvm.ldexp by a product with 2^n for known n, even if 2^n is a denormal, which is flushed to 0 here
// (seen with 22). So n is opaque.
#if __clang_major__ >= 20
float PURE own_ldexp(float x, int n) {
  __asm__("" : "+v"(n));
  return ldexp(x, n);
}
WIDTHS_2(float, own_ldexp, float, int)
#define BY_ONE(N) \
  float##N PURE own_ldexp(float##N x, int n) { return own_ldexp(x, (int##N)(n)); }
BY_ONE(2) BY_ONE(3) BY_ONE(4) BY_ONE(8) BY_ONE(16)
#endif

// libclc converts numbers out of the range of int, and then does not use the result. For constants LLVM makes poison of
// the conversion, and 0 of the result: expm1(-INFINITY), pown(1, INT_MAX) (seen with 22). So the arguments are opaque.
float PURE own_expm1(float x) {
  __asm__("" : "+v"(x));
  return expm1(x);
}
double PURE own_expm1(double x) {
  __asm__("" : "+v"(x));
  return x == 0 ? x : expm1(x);
}
LARGE_1(float, own_expm1, float)
LARGE_1(double, own_expm1, double)
#define UNKNOWN_POWER(TYPE, NAME)       \
  TYPE PURE own_##NAME(TYPE x, int n) { \
    __asm__("" : "+v"(n));              \
    return NAME(x, n);                  \
  }                                     \
  LARGE_2(TYPE, own_##NAME, TYPE, int)
UNKNOWN_POWER(float, pown)
UNKNOWN_POWER(float, rootn)
UNKNOWN_POWER(double, pown)
UNKNOWN_POWER(double, rootn)

// In double: libclc's erfc of float is 60 ulp off near 8, its lgamma loses small and negative arguments.
float PURE own_erfc(float x) { return (float)erfc((double)x); }
float PURE own_lgamma(float x) { return (float)lgamma((double)x); }
float OVER own_lgamma_r(float x, int *sign) { return (float)lgamma_r((double)x, sign); }
LARGE_1(float, own_erfc, float)
LARGE_1(float, own_lgamma, float)
LARGE_POINTER(float, own_lgamma_r, int)

// A zero has the sign of the first argument.
float PURE own_remainder(float x, float y) {
  float r = remainder(x, y);
  return r == 0 ? copysign(r, x) : r;
}
LARGE_2(float, own_remainder, float, float)

#define FRACT(TYPE, LARGEST)                                 \
  TYPE OVER own_fract(TYPE x, TYPE *whole) {                 \
    *whole = floor(x);                                       \
    if (isinf(x)) return copysign((TYPE)0, x);               \
    return x == 0 || isnan(x) ? x : min(x - *whole, LARGEST); \
  }                                                          \
  WIDTHS_POINTER(TYPE, own_fract, TYPE)

FRACT(float, 0x1.fffffep-1f)
FRACT(double, 0x1.fffffffffffffp-1)

// libclc 22 returns infinity if the logarithm of the result is below about -2^490. Exponents beyond 2^70 are even and
// equivalent to 2^70: the double next to 1 to that power overflows already.
static double bounded_power(double y) { return fabs(y) > 0x1p70 && !isinf(y) ? copysign(0x1p70, y) : y; }
double PURE own_pow(double x, double y) { return pow(x, bounded_power(y)); }
double PURE own_powr(double x, double y) { return powr(x, bounded_power(y)); }
LARGE_2(double, own_pow, double, double)
LARGE_2(double, own_powr, double, double)

// libclc returns infinities for small codes.
double PURE own_nan(ulong code) { return as_double(code & 0xfffffffffffff | 0x7ff8000000000000); }
WIDTHS_1(double, own_nan, ulong)
