// Integer functions that are missing or wrong in libclc.
#include "widths.h"

// libclc multiplies the low halves as signed numbers of 64 bits, which they exceed.
long PURE own_mul_hi(long a, long b) {
  ulong high = mul_hi(as_ulong(a), as_ulong(b));
  return as_long(high - (as_ulong(a >> 63) & as_ulong(b)) - (as_ulong(b >> 63) & as_ulong(a)));
}
WIDTHS_2(long, own_mul_hi, long, long)

// The unsigned sum wraps; overflow of a signed one is undefined.
#define MAD_HI(TYPE, BITS, HIGH)                                                                 \
  TYPE __attribute__((overloadable, always_inline, const)) mad_hi(TYPE a, TYPE b, TYPE c) {   \
    return as_##TYPE((BITS)(as_##BITS(HIGH(a, b)) + as_##BITS(c)));                           \
  }
#define MAD_HI_WIDTHS(TYPE, BITS, HIGH)                                                       \
  MAD_HI(TYPE, BITS, HIGH)                                                                    \
  MAD_HI(TYPE##2, BITS##2, HIGH)                                                              \
  MAD_HI(TYPE##3, BITS##3, HIGH)                                                              \
  MAD_HI(TYPE##4, BITS##4, HIGH)                                                              \
  MAD_HI(TYPE##8, BITS##8, HIGH)                                                              \
  MAD_HI(TYPE##16, BITS##16, HIGH)

MAD_HI_WIDTHS(char, uchar, mul_hi)
MAD_HI_WIDTHS(uchar, uchar, mul_hi)
MAD_HI_WIDTHS(short, ushort, mul_hi)
MAD_HI_WIDTHS(ushort, ushort, mul_hi)
MAD_HI_WIDTHS(int, uint, mul_hi)
MAD_HI_WIDTHS(uint, uint, mul_hi)
MAD_HI_WIDTHS(long, ulong, own_mul_hi)
MAD_HI_WIDTHS(ulong, ulong, mul_hi)

// libclc negates the second argument, which overflows for the minimum.
#define SUB_SAT(TYPE, BITS, MIN)                                \
  TYPE PURE sub_sat(TYPE x, TYPE y) {                           \
    TYPE r = as_##TYPE(as_##BITS(x) - as_##BITS(y));            \
    if (((x ^ y) & (x ^ r)) >= 0) return r;                     \
    return x < 0 ? MIN : ~MIN;                                  \
  }                                                             \
  WIDTHS_2(TYPE, sub_sat, TYPE, TYPE)

SUB_SAT(int, uint, INT_MIN)
SUB_SAT(long, ulong, LONG_MIN)

// With the whole product of 128 bits; libclc saturates sums that fit.
long PURE mad_sat(long a, long b, long c) {
  ulong low = as_ulong(a) * as_ulong(b), sum = low + as_ulong(c);
  long high = own_mul_hi(a, b) + (c >> 63) + (sum < low);
  if (high == as_long(sum) >> 63) return as_long(sum);
  return high < 0 ? LONG_MIN : LONG_MAX;
}
WIDTHS_3(long, mad_sat, long, long, long)

// libclc multiplies the factors as ints, too: compilers assume that constant factors do not overflow.
int PURE mad_sat(int a, int b, int c) { return (int)clamp((long)a * b + c, (long)INT_MIN, (long)INT_MAX); }
WIDTHS_3(int, mad_sat, int, int, int)

// Products of 24-bit factors may exceed 32 bits: the low ones are the result.
int PURE mul24(int a, int b) { return as_int(as_uint(a << 8 >> 8) * as_uint(b << 8 >> 8)); }
WIDTHS_2(int, mul24, int, int)
int PURE mad24(int a, int b, int c) { return as_int(as_uint(mul24(a, b)) + as_uint(c)); }
WIDTHS_3(int, mad24, int, int, int)
