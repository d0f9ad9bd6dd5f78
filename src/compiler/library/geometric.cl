// Lengths of float vectors in double: libclc's squares of small elements vanish, since subnormal floats are flushed.
#include "widths.h"

#define TO_DOUBLE_1(x) ((double)(x))
#define LENGTHS(TYPE, WIDE, CONVERT)                                                                              \
  static double OVER whole_length(WIDE x) { return sqrt(dot(x, x)); }                                             \
  float PURE own_length(TYPE x) { return (float)whole_length(CONVERT(x)); }                                       \
  float PURE own_distance(TYPE x, TYPE y) { return (float)whole_length(CONVERT(x) - CONVERT(y)); }

// A vector with infinities points to them; the zero vector is unchanged.
#define NORMALIZE(TYPE, WIDE, INTS, CONVERT, BACK)                                                                 \
  TYPE PURE own_normalize(TYPE x) {                                                                               \
    if (any(isinf(x)) && !any(isnan(x))) x = copysign(select((TYPE)0, (TYPE)1, (INTS)isinf(x)), x);               \
    double length = whole_length(CONVERT(x));                                                                     \
    return length == 0 ? x : BACK(CONVERT(x) / length);                                                           \
  }

// Elements whose square is not normal count as zero throughout (OpenCL C 1.2, 6.12.5, third exception): in libclc they
// keep their value although the length lacks their square.
#define MIN_SQUARED 0x1p-63f
#define FAST_NORMALIZE(TYPE)                                                                                      \
  TYPE PURE own_fast_normalize(TYPE x) {                                                                          \
    TYPE counted = select(x, (TYPE)0, fabs(x) < (TYPE)MIN_SQUARED);                                               \
    float square = dot(counted, counted);                                                                         \
    return square == 0 ? x : counted * half_rsqrt(square);                                                        \
  }

LENGTHS(float, double, TO_DOUBLE_1)
LENGTHS(float2, double2, convert_double2)
LENGTHS(float3, double3, convert_double3)
LENGTHS(float4, double4, convert_double4)
NORMALIZE(float, double, int, TO_DOUBLE_1, (float))
NORMALIZE(float2, double2, int2, convert_double2, convert_float2)
NORMALIZE(float3, double3, int3, convert_double3, convert_float3)
NORMALIZE(float4, double4, int4, convert_double4, convert_float4)
FAST_NORMALIZE(float)
FAST_NORMALIZE(float2)
FAST_NORMALIZE(float3)
FAST_NORMALIZE(float4)
