// Integer functions that libclc lacks or gets wrong.
#include "widths.h"

#define MAD_HI(TYPE) \
  TYPE __attribute__((overloadable, always_inline, const)) mad_hi(TYPE a, TYPE b, TYPE c) { return mul_hi(a, b) + c; }
#define MAD_HI_WIDTHS(TYPE) \
  MAD_HI(TYPE) MAD_HI(TYPE##2) MAD_HI(TYPE##3) MAD_HI(TYPE##4) MAD_HI(TYPE##8) MAD_HI(TYPE##16)

MAD_HI_WIDTHS(char)
MAD_HI_WIDTHS(uchar)
MAD_HI_WIDTHS(short)
MAD_HI_WIDTHS(ushort)
MAD_HI_WIDTHS(int)
MAD_HI_WIDTHS(uint)
MAD_HI_WIDTHS(long)
MAD_HI_WIDTHS(ulong)

// libclc negates the second argument, which the least integer does not survive.
#define SUB_SAT(TYPE, BITS, LEAST)                              \
  TYPE PURE sub_sat(TYPE x, TYPE y) {                           \
    TYPE r = as_##TYPE(as_##BITS(x) - as_##BITS(y));            \
    if (((x ^ y) & (x ^ r)) >= 0) return r;                     \
    return x < 0 ? LEAST : ~LEAST;                              \
  }                                                             \
  WIDTHS_2(TYPE, sub_sat, TYPE, TYPE)

SUB_SAT(int, uint, INT_MIN)
SUB_SAT(long, ulong, LONG_MIN)

// With the whole product of 128 bits; libclc saturates sums that fit.
long PURE mad_sat(long a, long b, long c) {
  ulong low = as_ulong(a) * as_ulong(b), sum = low + as_ulong(c);
  long high = mul_hi(a, b) + (c >> 63) + (sum < low);
  if (high == as_long(sum) >> 63) return as_long(sum);
  return high < 0 ? LONG_MIN : LONG_MAX;
}
WIDTHS_3(long, mad_sat, long, long, long)
