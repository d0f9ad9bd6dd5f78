// Floating point for the builtin campaign: the formats, references in binary128 (libquadmath), the error in ulp, and
// which results are right beside the exact one (OpenCL C 1.2, sections 7.4 and 7.5).
#pragma once
#include <float.h>
#include <quadmath.h>

#include <limits>

#include "campaign.h"

typedef __float128 Q;

template <class T>
struct Format;
template <>
struct Format<float> {
  typedef uint32_t Bits;
  typedef cl_int Int;
  static constexpr const char* name = "float";
  static constexpr int precision = 24, emin = -126, emax = 127;
};
template <>
struct Format<double> {
  typedef uint64_t Bits;
  typedef cl_long Int;
  static constexpr const char* name = "double";
  static constexpr int precision = 53, emin = -1022, emax = 1023;
};

template <class T>
T from_bits(typename Format<T>::Bits bits) {
  T value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
bool is_subnormal(T x) {
  return x != 0 && fabs((double)x) < (double)std::numeric_limits<T>::min();
}

/** The distance of neighbouring values where the reference is. */
template <class T>
Q ulp_at(Q reference) {
  int exponent;
  frexpq(reference, &exponent);
  exponent--;
  if (exponent < Format<T>::emin) exponent = Format<T>::emin;
  if (exponent > Format<T>::emax) exponent = Format<T>::emax;
  return scalbnq(1, exponent - (Format<T>::precision - 1));
}

/** The error of a result in ulp of a magnitude; infinite where the classes (NaN, infinity) or signs of zero differ. */
template <class T>
double ulp_error(T result, Q reference, Q magnitude) {
  if (isnanq(reference)) return isnan(result) ? 0 : INFINITY;
  if (isnan(result)) return INFINITY;
  if (isinfq(reference)) return (Q)result == reference ? 0 : INFINITY;
  if (reference == 0 && result == 0) return !signbitq(reference) == !signbit(result) ? 0 : INFINITY;
  // Overflow counts as the power of two beyond the largest value.
  const Q limit = scalbnq(1, Format<T>::emax + 1);
  Q value = isinf(result) ? (result > 0 ? limit : -limit) : (Q)result;
  Q expected = fabsq(reference) >= limit ? copysignq(limit, reference) : reference;
  return (double)(fabsq(value - expected) / ulp_at<T>(magnitude));
}

/** Values where functions have their edges: zeros, limits, infinities, NaN, integers, halves, powers of two. */
template <class T>
std::vector<T> edge_values() {
  typedef std::numeric_limits<T> L;
  std::vector<T> values = {L::quiet_NaN()};
  const double plain[] = {0,    1,     2,      3,      4,        5,        10,       0.5,     1.5,     2.5,   0.25,   0.75,  7,
                          8,    100,   0x1p-4, 0x1p-12, 0x1p-20, 0x1p-27,  0x1p-30,  0x1p20,  0x1p22,  0x1p23, 0x1p24, 0x1p31,
                          0x1p32, 0x1p52, 0x1p53, 0x1p63, 0x1p64, M_PI,    M_PI_2,   M_PI_4,  M_E,     88.7,  104,    127,   128,
                          149,  150,   709.8,  745.2,  1023,     1024,     1074,     1075,    33.5,    171.6, 0x1p-126, 0x1p100};
  for (double value : plain) {
    for (T one : {(T)value, std::nextafter((T)value, (T)1e9), std::nextafter((T)value, (T)0)}) {
      values.push_back(one), values.push_back(-one);
    }
  }
  for (T one : {L::min(), L::max(), L::infinity(), L::denorm_min(), std::nextafter(L::min(), (T)0), (T)(L::max() / 2)}) {
    values.push_back(one), values.push_back(-one);
  }
  return values;
}

/** Every third of them, and the ones that matter most: for functions of two and three arguments. */
template <class T>
std::vector<T> few_edges(size_t step) {
  typedef std::numeric_limits<T> L;
  std::vector<T> all = edge_values<T>();
  std::vector<T> values = {0,        (T)-0.0,       1,          -1,        2,         -2,       3,          -3,
                           (T)0.5,   (T)-0.5,       L::min(),   -L::min(), L::max(),  -L::max(), L::infinity(), -L::infinity(),
                           L::quiet_NaN(), L::denorm_min(), -L::denorm_min()};
  for (size_t i = 0; i < all.size(); i += step) values.push_back(all[i]);
  return values;
}

/** A random value: any bits, any magnitude near 1, or between two bounds. */
template <class T>
T random_real(Random& random, double low, double high) {
  switch (random.below(4)) {
    case 0: return from_bits<T>((typename Format<T>::Bits)random.next());
    case 1: {
      double magnitude = exp2(random.unit() * 40 - 20) * (1 + random.unit());
      return (T)(random.below(2) ? magnitude : -magnitude);
    }
    default: return (T)(low + (high - low) * random.unit());
  }
}

template <class T>
std::string shown(T value) {
  char text[60];
  snprintf(text, sizeof text, "%a", (double)value);
  return text;
}

inline bool denormals_supported(const Fixture& f, bool is_double) {
  cl_device_fp_config config = 0;
  clGetDeviceInfo(f.device, is_double ? CL_DEVICE_DOUBLE_FP_CONFIG : CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, nullptr);
  return config & CL_FP_DENORM;
}
