// Conversions whose edges libclc gets wrong: floating point to 64-bit integers with saturation (its bound 2^63 or 2^64 is
// itself out of range), and integers to floating point with directed rounding (it converts back what has overflowed).
// Specification: OpenCL C 1.2, sections 6.2.3.2 (rounding) and 6.2.3.3 (saturation; NaN becomes 0).

#define CONVERT __attribute__((overloadable, const))
#define PART static inline __attribute__((always_inline, overloadable, const))

#define SATURATE(REAL)                                                                                       \
  PART long saturate_long(REAL x) {                                                                          \
    return x >= (REAL)0x1p63 ? LONG_MAX : x <= -(REAL)0x1p63 ? LONG_MIN : isnan(x) ? 0 : (long)x;            \
  }                                                                                                          \
  PART ulong saturate_ulong(REAL x) { return x >= (REAL)0x1p64 ? ULONG_MAX : x > 0 ? (ulong)x : 0; }

SATURATE(float)
SATURATE(double)

// The largest value not above a magnitude; `away` asks for the next one when that is not exact.
#define TRUNCATE(REAL, BITS, PRECISION)                                     \
  PART REAL truncate_##REAL(ulong magnitude, bool away) {                   \
    int shift = max(64 - PRECISION - (int)clz(magnitude), 0);               \
    ulong kept = magnitude >> shift << shift;                               \
    return as_##REAL(as_##BITS((REAL)kept) + (away && kept != magnitude));  \
  }

TRUNCATE(float, uint, 24)
TRUNCATE(double, ulong, 53)

// Directed rounding of an unsigned and of a signed source: `up` and `down` say in which of the signs it leads away from 0.
#define DIRECTED(REAL, MODE, UP, DOWN)                                                                       \
  PART REAL directed_##REAL##MODE(ulong x) { return truncate_##REAL(x, UP); }                                \
  PART REAL directed_##REAL##MODE(long x) {                                                                  \
    return x < 0 ? -truncate_##REAL(abs(x), DOWN) : truncate_##REAL((ulong)x, UP);                           \
  }

DIRECTED(float, _rtz, false, false)
DIRECTED(float, _rtp, true, false)
DIRECTED(float, _rtn, false, true)
DIRECTED(double, _rtz, false, false)
DIRECTED(double, _rtp, true, false)
DIRECTED(double, _rtn, false, true)

// The function for a scalar and for vectors of every width; VALUE is the scalar's expression in x.
#define WIDTHS(TO, NAME, FROM, VALUE)                                                                            \
  TO CONVERT convert_##TO##NAME(FROM x) { return VALUE; }                                                        \
  TO##2 CONVERT convert_##TO##2##NAME(FROM##2 v) {                                                               \
    return (TO##2)(convert_##TO##NAME(v.x), convert_##TO##NAME(v.y));                                            \
  }                                                                                                              \
  TO##3 CONVERT convert_##TO##3##NAME(FROM##3 v) {                                                               \
    return (TO##3)(convert_##TO##NAME(v.x), convert_##TO##NAME(v.y), convert_##TO##NAME(v.z));                   \
  }                                                                                                              \
  TO##4 CONVERT convert_##TO##4##NAME(FROM##4 v) {                                                               \
    return (TO##4)(convert_##TO##2##NAME(v.lo), convert_##TO##2##NAME(v.hi));                                    \
  }                                                                                                              \
  TO##8 CONVERT convert_##TO##8##NAME(FROM##8 v) {                                                               \
    return (TO##8)(convert_##TO##4##NAME(v.lo), convert_##TO##4##NAME(v.hi));                                    \
  }                                                                                                              \
  TO##16 CONVERT convert_##TO##16##NAME(FROM##16 v) {                                                            \
    return (TO##16)(convert_##TO##8##NAME(v.lo), convert_##TO##8##NAME(v.hi));                                   \
  }

#define SATURATED(TO, FROM)                              \
  WIDTHS(TO, _sat, FROM, saturate_##TO(x))               \
  WIDTHS(TO, _sat_rtz, FROM, saturate_##TO(x))           \
  WIDTHS(TO, _sat_rte, FROM, saturate_##TO(rint(x)))     \
  WIDTHS(TO, _sat_rtp, FROM, saturate_##TO(ceil(x)))     \
  WIDTHS(TO, _sat_rtn, FROM, saturate_##TO(floor(x)))

SATURATED(long, float)
SATURATED(long, double)
SATURATED(ulong, float)
SATURATED(ulong, double)

// WIDE: the source's type with 64 bits.
#define FROM_INTEGER(TO, FROM, WIDE)                       \
  WIDTHS(TO, _rtz, FROM, directed_##TO##_rtz((WIDE)x))     \
  WIDTHS(TO, _rtp, FROM, directed_##TO##_rtp((WIDE)x))     \
  WIDTHS(TO, _rtn, FROM, directed_##TO##_rtn((WIDE)x))

FROM_INTEGER(float, int, long)
FROM_INTEGER(float, uint, ulong)
FROM_INTEGER(float, long, long)
FROM_INTEGER(float, ulong, ulong)
FROM_INTEGER(double, long, long)
FROM_INTEGER(double, ulong, ulong)
