// Common functions missing in libclc: smoothstep with scalar edges and a vector of double.

#define SMOOTHSTEP(TYPE)                                                                                  \
  TYPE __attribute__((overloadable, always_inline, const)) smoothstep(double low, double high, TYPE x) { \
    TYPE t = clamp((x - low) / (high - low), 0.0, 1.0);                                                   \
    return t * t * (3.0 - 2.0 * t);                                                                       \
  }

SMOOTHSTEP(double2)
SMOOTHSTEP(double3)
SMOOTHSTEP(double4)
SMOOTHSTEP(double8)
SMOOTHSTEP(double16)
