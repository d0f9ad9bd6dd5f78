// Stores of half with rounding towards plus and minus infinity; libclc loses the last bit of results near zero.

#define ROUND static inline __attribute__((always_inline, overloadable))

#define F32_INFINITY 0x7f800000u
// 65536.0f, the first magnitude beyond the range, and 2^-14, the smallest normal half.
#define F32_TOO_LARGE 0x47800000u
#define F32_SMALLEST_NORMAL 0x38800000u
#define F16_INFINITY 0x7c00u
#define F16_LARGEST 0x7bffu

// The bits of a half. `away`: the direction of rounding leads away from zero.
ROUND ushort half_bits(uint magnitude, bool away) {
  if (magnitude > F32_INFINITY) return F16_INFINITY | 0x200 | (magnitude >> 13 & 0x3ff);
  if (magnitude >= F32_TOO_LARGE) return magnitude == F32_INFINITY || away ? F16_INFINITY : F16_LARGEST;
  uint quotient, rest;
  if (magnitude >= F32_SMALLEST_NORMAL) {
    quotient = (magnitude - (112u << 23)) >> 13;
    rest = magnitude & 0x1fff;
  } else {
    uint exponent = magnitude >> 23;
    uint fraction = (magnitude & 0x7fffff) | (exponent ? 0x800000 : 0);
    uint shift = min(126 - exponent, 31u);
    quotient = fraction >> shift;
    rest = fraction & ((1u << shift) - 1);
  }
  return quotient + (away && rest);
}

ROUND ushort round_up(float x) {
  uint bits = as_uint(x), sign = bits >> 31;
  return half_bits(bits & 0x7fffffff, !sign) | sign << 15;
}

ROUND ushort round_down(float x) {
  uint bits = as_uint(x), sign = bits >> 31;
  return half_bits(bits & 0x7fffffff, sign) | sign << 15;
}

// A float that rounds to the same half as the double: rounded towards zero, with the last bit set if inexact.
ROUND float odd_float(double x) {
  float f = convert_float_rtz(x);
  return (double)f == x ? f : as_float(as_uint(f) | 1);
}

ROUND ushort round_up(double x) { return round_up(odd_float(x)); }
ROUND ushort round_down(double x) { return round_down(odd_float(x)); }

#define STORE_HALF __attribute__((overloadable))

#define STORE_HALF_1(TYPE, SPACE, MODE, ROUNDED)                                                   \
  void STORE_HALF vstore_half_##MODE(TYPE x, size_t i, SPACE half *p) {                            \
    ((SPACE ushort *)p)[i] = ROUNDED(x);                                                           \
  }                                                                                                \
  void STORE_HALF vstorea_half_##MODE(TYPE x, size_t i, SPACE half *p) {                           \
    ((SPACE ushort *)p)[i] = ROUNDED(x);                                                           \
  }

// STRIDE: elements from one vector to the next of vstorea_half, which counts 3 as 4.
#define STORE_HALF_N(TYPE, N, STRIDE, SPACE, MODE, ROUNDED)                                        \
  void STORE_HALF vstore_half##N##_##MODE(TYPE##N x, size_t i, SPACE half *p) {                    \
    SPACE ushort *q = (SPACE ushort *)p + i * N;                                                   \
    for (int k = 0; k < N; k++) q[k] = ROUNDED(x[k]);                                              \
  }                                                                                                \
  void STORE_HALF vstorea_half##N##_##MODE(TYPE##N x, size_t i, SPACE half *p) {                   \
    SPACE ushort *q = (SPACE ushort *)p + i * STRIDE;                                              \
    for (int k = 0; k < N; k++) q[k] = ROUNDED(x[k]);                                              \
  }

#define STORE_HALF_WIDTHS(TYPE, SPACE, MODE, ROUNDED) \
  STORE_HALF_1(TYPE, SPACE, MODE, ROUNDED)            \
  STORE_HALF_N(TYPE, 2, 2, SPACE, MODE, ROUNDED)      \
  STORE_HALF_N(TYPE, 3, 4, SPACE, MODE, ROUNDED)      \
  STORE_HALF_N(TYPE, 4, 4, SPACE, MODE, ROUNDED)      \
  STORE_HALF_N(TYPE, 8, 8, SPACE, MODE, ROUNDED)      \
  STORE_HALF_N(TYPE, 16, 16, SPACE, MODE, ROUNDED)

#define STORE_HALF_SPACES(TYPE, MODE, ROUNDED)       \
  STORE_HALF_WIDTHS(TYPE, __global, MODE, ROUNDED)   \
  STORE_HALF_WIDTHS(TYPE, __local, MODE, ROUNDED)    \
  STORE_HALF_WIDTHS(TYPE, __private, MODE, ROUNDED)

STORE_HALF_SPACES(float, rtp, round_up)
STORE_HALF_SPACES(float, rtn, round_down)
STORE_HALF_SPACES(double, rtp, round_up)
STORE_HALF_SPACES(double, rtn, round_down)
