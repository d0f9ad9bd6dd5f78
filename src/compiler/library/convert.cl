// Conversions with wrong edge cases in libclc: floating point to integers with saturation (its bound 2^63 or 2^64 is
// itself out of range; the instruction converts NaN to 0, but LLVM, for which that is undefined, removes it before a
// conversion back), floating point to small unsigned integers (see CUT), integers to floating point with directed
// rounding (it converts overflowed results back), and double to float with directed rounding (after a result flushed to
// zero it continues with the smallest subnormal value). Specification: OpenCL C 1.2, sections 6.2.3.2 (rounding) and
// 6.2.3.3 (saturation; NaN becomes 0).

#define CONVERT __attribute__((overloadable, const))
#define PART static inline __attribute__((always_inline, overloadable, const))

// LIMIT: the first number above the type. WIDE: a type of at least 32 bits, see CUT. Values out of range are not
// converted.
#define SATURATE_TO(TO, WIDE, REAL, LIMIT, MIN, MAX)                                                         \
  PART TO saturate_##TO(REAL x) {                                                                            \
    return x >= (REAL)LIMIT ? MAX : x >= (REAL)MIN ? (TO)(WIDE)x : isnan(x) ? 0 : MIN;                       \
  }

#define SATURATE(REAL)                                            \
  SATURATE_TO(char, int, REAL, 0x1p7, CHAR_MIN, CHAR_MAX)         \
  SATURATE_TO(uchar, int, REAL, 0x1p8, 0, UCHAR_MAX)              \
  SATURATE_TO(short, int, REAL, 0x1p15, SHRT_MIN, SHRT_MAX)       \
  SATURATE_TO(ushort, int, REAL, 0x1p16, 0, USHRT_MAX)            \
  SATURATE_TO(int, int, REAL, 0x1p31, INT_MIN, INT_MAX)           \
  SATURATE_TO(uint, uint, REAL, 0x1p32, 0, UINT_MAX)              \
  SATURATE_TO(long, long, REAL, 0x1p63, LONG_MIN, LONG_MAX)       \
  SATURATE_TO(ulong, ulong, REAL, 0x1p64, 0, ULONG_MAX)

SATURATE(float)
SATURATE(double)

// The largest value not above a magnitude; with `away` the next one, if that is not exact.
#define TRUNCATE(REAL, BITS, PRECISION)                                     \
  PART REAL truncate_##REAL(ulong magnitude, bool away) {                   \
    int shift = max(64 - PRECISION - (int)clz(magnitude), 0);               \
    ulong kept = magnitude >> shift << shift;                               \
    return as_##REAL(as_##BITS((REAL)kept) + (away && kept != magnitude));  \
  }

TRUNCATE(float, uint, 24)
TRUNCATE(double, ulong, 53)

// Directed rounding of an unsigned and of a signed source. UP and DOWN: whether it leads away from 0 for positive and
// for negative numbers.
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

// The same for a double. Values below the normal ones of float are flushed; rounding away from zero may result in a
// normal value.
PART float truncate_float(double magnitude, bool away) {
  float near = (float)magnitude;
  if (near == 0) return away && magnitude > 0x1.fffffcp-127 ? 0x1p-126f : 0;
  return as_float(as_uint(near) + (away && near < magnitude) - (!away && near > magnitude));
}

#define DIRECTED_DOUBLE(MODE, UP, DOWN)                                              \
  PART float directed_float##MODE(double x) {                                        \
    return as_long(x) < 0 ? -truncate_float(-x, DOWN) : truncate_float(x, UP);       \
  }

DIRECTED_DOUBLE(_rtz, false, false)
DIRECTED_DOUBLE(_rtp, true, false)
DIRECTED_DOUBLE(_rtn, false, true)

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

// The result out of range is undefined, but LLVM lets its bits overflow into adjacent elements of a vector: int has
// room for them.
#define CUT(TO, FROM)                                \
  WIDTHS(TO, , FROM, (TO)(int)x)                     \
  WIDTHS(TO, _rtz, FROM, (TO)(int)x)                 \
  WIDTHS(TO, _rte, FROM, (TO)(int)rint(x))           \
  WIDTHS(TO, _rtp, FROM, (TO)(int)ceil(x))           \
  WIDTHS(TO, _rtn, FROM, (TO)(int)floor(x))

CUT(uchar, float)
CUT(uchar, double)
CUT(ushort, float)
CUT(ushort, double)

#define SATURATED_FROM(FROM)    \
  SATURATED(char, FROM)         \
  SATURATED(uchar, FROM)        \
  SATURATED(short, FROM)        \
  SATURATED(ushort, FROM)       \
  SATURATED(int, FROM)          \
  SATURATED(uint, FROM)         \
  SATURATED(long, FROM)         \
  SATURATED(ulong, FROM)

SATURATED_FROM(float)
SATURATED_FROM(double)

// WIDE: the source's type with 64 bits.
#define ROUNDED(TO, FROM, WIDE)                            \
  WIDTHS(TO, _rtz, FROM, directed_##TO##_rtz((WIDE)x))     \
  WIDTHS(TO, _rtp, FROM, directed_##TO##_rtp((WIDE)x))     \
  WIDTHS(TO, _rtn, FROM, directed_##TO##_rtn((WIDE)x))

ROUNDED(float, int, long)
ROUNDED(float, uint, ulong)
ROUNDED(float, long, long)
ROUNDED(float, ulong, ulong)
ROUNDED(double, long, long)
ROUNDED(double, ulong, ulong)
ROUNDED(float, double, double)
