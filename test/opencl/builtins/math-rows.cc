// See math-rows.h. References that C has under another name, or not at all, are made from libquadmath's functions.
#include "math-rows.h"

Q powr_of(Q x, Q y) {
  if (isnanq(x) || isnanq(y) || x < 0) return nanq("");
  x = fabsq(x);
  if (y == 0) return x == 0 || isinfq(x) ? nanq("") : 1;
  if (x == 1 && isinfq(y)) return nanq("");
  return powq(x, y);
}
namespace {

Q over_pi(Q x) { return x / M_PIq; }
Q acospi(Q x) { return over_pi(acosq(x)); }
Q asinpi(Q x) { return over_pi(asinq(x)); }
Q atanpi(Q x) { return over_pi(atanq(x)); }
Q atan2pi(Q y, Q x) { return over_pi(atan2q(y, x)); }
Q exp10_of(Q x) { return powq(10, x); }
Q exp2_of(Q x) { return powq(2, x); }
Q rsqrt_of(Q x) { return 1 / sqrtq(x); }

/** Sine of pi times r, 0 <= r < 2. */
Q sine_part(Q r) {
  Q sign = r >= 1 ? -1 : 1;
  if (r >= 1) r -= 1;
  if (r > 0.5Q) r = 1 - r;
  return sign * sinq(M_PIq * r);
}
Q sinpi_of(Q x) {
  if (!finiteq(x)) return nanq("");
  Q r = fmodq(fabsq(x), 2);
  if (r == 0 || r == 1) return copysignq(0, x);
  return x < 0 ? -sine_part(r) : sine_part(r);
}
Q cospi_of(Q x) {
  if (!finiteq(x)) return nanq("");
  Q r = fmodq(fabsq(x), 2);
  if (r > 1) r = 2 - r;
  if (r == 0.5Q) return 0;
  return r > 0.5Q ? -cosq(M_PIq * (1 - r)) : cosq(M_PIq * r);
}
Q tanpi_of(Q x) {
  if (!finiteq(x)) return nanq("");
  Q r = fmodq(fabsq(x), 2), sign = x < 0 ? -1 : 1;
  if (r == 0) return copysignq(0, x);
  if (r == 1) return copysignq(0, -x);
  if (r == 0.5Q) return sign * HUGE_VALQ;
  if (r == 1.5Q) return -sign * HUGE_VALQ;
  return sinpi_of(x) / cospi_of(x);
}

Q maxmag_of(Q x, Q y) { return fabsq(x) > fabsq(y) ? x : fabsq(y) > fabsq(x) ? y : fmaxq(x, y); }
Q minmag_of(Q x, Q y) { return fabsq(x) < fabsq(y) ? x : fabsq(y) < fabsq(x) ? y : fminq(x, y); }

Expected pown_of(const Q* x, int n, bool) { return {powq(x[0], n), 0, 0}; }
Expected rootn_of(const Q* x, int n, bool) {
  Q a = fabsq(x[0]);
  bool odd = n & 1, negative = signbitq(x[0]);
  if (n == 0 || isnanq(x[0]) || (negative && !odd && a != 0)) return {nanq(""), 0, 0};
  Q root = a == 0 ? (n > 0 ? 0 : HUGE_VALQ) : isinfq(a) ? (n > 0 ? HUGE_VALQ : 0) : powq(a, 1 / (Q)n);
  return {odd && negative ? -root : root, 0, 0};
}
Expected ldexp_of(const Q* x, int n, bool) {
  return {scalbnq(x[0], n > 20000 ? 20000 : n < -20000 ? -20000 : n), 0, 0};
}
Expected nextafter_of(const Q* x, int, bool is_double) {
  Q next = is_double ? (Q)nextafter((double)x[0], (double)x[1]) : (Q)nextafterf((float)x[0], (float)x[1]);
  return {next, 0, 0};
}
Expected ilogb_of(const Q* x, int, bool) {
  if (isnanq(x[0]) || isinfq(x[0])) return {0, 0, INT32_MAX};
  return {0, 0, x[0] == 0 ? INT32_MIN : ilogbq(x[0])};
}
Expected fract_of(const Q* x, int, bool is_double) {
  if (isnanq(x[0])) return {x[0], x[0], 0};
  if (isinfq(x[0])) return {copysignq(0, x[0]), x[0], 0};
  Q below = floorq(x[0]), limit = is_double ? 1 - 0x1p-53Q : 1 - 0x1p-24Q;
  Q rest = x[0] == 0 ? x[0] : x[0] - below;
  return {rest < limit ? rest : limit, below, 0};
}
Expected frexp_of(const Q* x, int, bool) {
  Expected e;
  e.r = frexpq(x[0], &e.q);
  if (!finiteq(x[0])) e.q = 0;
  return e;
}
Expected modf_of(const Q* x, int, bool) {
  Expected e;
  e.r = modfq(x[0], &e.s);
  return e;
}
Expected sincos_of(const Q* x, int, bool) { return {sinq(x[0]), cosq(x[0]), 0}; }
Expected lgamma_r_of(const Q* x, int, bool) {
  bool negative = x[0] == 0 ? signbitq(x[0]) : x[0] < 0 && fmodq(floorq(x[0]), 2) != 0;
  return {lgammaq(x[0]), 0, negative ? -1 : 1};
}
Expected remquo_of(const Q* x, int, bool) {
  Q r = remainderq(x[0], x[1]);
  if (isnanq(r)) return {r, 0, 0};
  // At least seven bits of the quotient and its sign: OpenCL C 1.2, 6.12.2.
  Q rest = isinfq(x[1]) ? 0 : fmodq(fabsq(x[0]), 128 * fabsq(x[1])) / fabsq(x[1]);
  int low = (int)rintq(rest) & 127;
  return {r, 0, !signbitq(x[0]) != !signbitq(x[1]) ? -low : low};
}
/** Of the C library: binary128 would round twice. */
Expected fma_of(const Q* x, int, bool is_double) {
  if (is_double) return {fma((double)x[0], (double)x[1], (double)x[2]), 0, 0};
  return {fmaf((float)x[0], (float)x[1], (float)x[2]), 0, 0};
}
Expected mad_of(const Q* x, int, bool) { return {fmaq(x[0], x[1], x[2]), 0, 0}; }
Expected nan_of(const Q*, int, bool) { return {nanq(""), 0, 0}; }

bool not_a_pole(const Q* x, int) { return !(x[0] <= 0 && (isinfq(x[0]) || x[0] == floorq(x[0]))) && !isnanq(x[0]); }
/** mad may round, and so overflow, after the multiplication. */
bool no_overflow(const Q* x, int) { return fabsq(x[0] * x[1]) < 0x1p127Q || !finiteq(x[0]) || !finiteq(x[1]); }
Q sum_magnitude(const Q* x, Q result) {
  Q product = fabsq(x[0] * x[1]), largest = product > fabsq(x[2]) ? product : fabsq(x[2]);
  return isnanq(result) || isinfq(result) ? result : largest;
}

#define UNARY(NAME, REFERENCE, BOUND32, BOUND64, ...) \
  { #NAME, "r = " #NAME "(x);", 1, false, kReal, BOUND32, BOUND64, unary<REFERENCE>, __VA_ARGS__ }
#define BINARY(NAME, REFERENCE, BOUND32, BOUND64, ...) \
  { #NAME, "r = " #NAME "(x, y);", 2, false, kReal, BOUND32, BOUND64, binary<REFERENCE>, __VA_ARGS__ }

}  // namespace

const std::vector<MathRow> kMathRows = {
    UNARY(acos, acosq, 4, 4, -1, 1),
    UNARY(acosh, acoshq, 4, 4, 1, 100),
    UNARY(acospi, acospi, 5, 5, -1, 1),
    UNARY(asin, asinq, 4, 4, -1, 1),
    UNARY(asinh, asinhq, 4, 4, -100, 100),
    UNARY(asinpi, asinpi, 5, 5, -1, 1),
    UNARY(atan, atanq, 5, 5, -4, 4),
    UNARY(atanh, atanhq, 5, 5, -1, 1),
    UNARY(atanpi, atanpi, 5, 5, -4, 4),
    UNARY(cbrt, cbrtq, 2, 2, -1000, 1000),
    UNARY(ceil, ceilq, 0, 0, -10, 10),
    UNARY(cos, cosq, 4, 4, -100, 100),
    UNARY(cosh, coshq, 4, 4, -90, 90),
    UNARY(cospi, cospi_of, 4, 4, -4, 4),
    UNARY(erf, erfq, 16, 16, -4, 4),
    UNARY(erfc, erfcq, 16, 16, -4, 11),
    UNARY(exp, expq, 3, 3, -104, 89),
    UNARY(exp2, exp2_of, 3, 3, -150, 128),
    UNARY(exp10, exp10_of, 3, 3, -45, 39),
    UNARY(expm1, expm1q, 3, 3, -2, 2),
    UNARY(fabs, fabsq, 0, 0),
    UNARY(floor, floorq, 0, 0, -10, 10),
    UNARY(log, logq, 3, 3, 0, 3),
    UNARY(log2, log2q, 3, 3, 0, 3),
    UNARY(log10, log10q, 3, 3, 0, 3),
    UNARY(log1p, log1pq, 2, 2, -1, 1),
    UNARY(logb, logbq, 0, 0),
    UNARY(rint, rintq, 0, 0, -10, 10),
    UNARY(round, roundq, 0, 0, -10, 10),
    UNARY(rsqrt, rsqrt_of, 2, 2, 0, 100),
    UNARY(sin, sinq, 4, 4, -100, 100),
    UNARY(sinh, sinhq, 4, 4, -90, 90),
    UNARY(sinpi, sinpi_of, 4, 4, -4, 4),
    UNARY(sqrt, sqrtq, 3, 0, 0, 100),
    UNARY(tan, tanq, 5, 5, -100, 100),
    UNARY(tanh, tanhq, 5, 5, -10, 10),
    UNARY(tanpi, tanpi_of, 6, 6, -4, 4),
    UNARY(tgamma, tgammaq, 16, 16, -40, 36),
    UNARY(trunc, truncq, 0, 0, -10, 10),
    UNARY(lgamma, lgammaq, kAny, kAny, -10, 40),
    BINARY(atan2, atan2q, 6, 6),
    BINARY(atan2pi, atan2pi, 6, 6),
    BINARY(copysign, copysignq, 0, 0),
    BINARY(fdim, fdimq, 0, 0),
    BINARY(fmax, fmaxq, 0, 0),
    BINARY(fmin, fminq, 0, 0),
    BINARY(fmod, fmodq, 0, 0),
    BINARY(hypot, hypotq, 4, 4),
    BINARY(maxmag, maxmag_of, 0, 0),
    BINARY(minmag, minmag_of, 0, 0),
    BINARY(pow, powq, 16, 16, 0, 30),
    BINARY(powr, powr_of, 16, 16, 0, 30),
    BINARY(remainder, remainderq, 0, 0),
    {"nextafter", "r = nextafter(x, y);", 2, false, kReal, 0, 0, nextafter_of},
    {"fma", "r = fma(x, y, z);", 3, false, kReal, 0, 0, fma_of},
    {"mad", "r = mad(x, y, z);", 3, false, kReal, kAny, kAny, mad_of, -20, 20, no_overflow, sum_magnitude},
    {"ilogb", "q = ilogb(x);", 1, false, kInt, 0, 0, ilogb_of},
    {"ldexp", "r = ldexp(x, n);", 1, true, kReal, 0, 0, ldexp_of},
    {"pown", "r = pown(x, n);", 1, true, kReal, 16, 16, pown_of, -3, 3},
    {"rootn", "r = rootn(x, n);", 1, true, kReal, 16, 16, rootn_of, -100, 100},
    {"fract", "r = fract(x, &s);", 1, false, kRealReal, 0, 0, fract_of},
    {"frexp", "r = frexp(x, &q);", 1, false, kRealInt, 0, 0, frexp_of},
    {"modf", "r = modf(x, &s);", 1, false, kRealReal, 0, 0, modf_of},
    {"sincos", "r = sincos(x, &s);", 1, false, kRealReal, 4, 4, sincos_of, -100, 100},
    {"lgamma_r", "r = lgamma_r(x, &q);", 1, false, kRealInt, kAny, kAny, lgamma_r_of, -10, 40, not_a_pole},
    {"remquo", "r = remquo(x, y, &q);", 2, false, kRealInt, 0, 0, remquo_of},
    {"nan", "r = nan(convert_U(n));", 0, true, kReal, 0, 0, nan_of},
};
