// tgamma within the specification's 16 ulp; libclc computes exp(lgamma(x)), which is twice as far off.
// Method: Lanczos's approximation, in the rational form with 13 terms that numerical libraries use for binary64:
// gamma(x) = (x + g - 0.5)^(x - 0.5) * exp(-(x + g - 0.5)) * S(x), and the reflection formula below zero.

#include "widths.h"

#define GAMMA PURE

// g - 0.5
#define GAMMA_SHIFT 5.524680040776729583740234375
// Results overflow above, and vanish below minus this.
#define GAMMA_LIMIT 184.0
#define GAMMA_TERMS 13

__constant static const double gamma_numerator[GAMMA_TERMS] = {
    23531376880.410759688572007674451636754734846804940, 42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786772,
    248874557.86205415651146038641322942321632125127801, 31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408};
__constant static const double gamma_denominator[GAMMA_TERMS] = {
    0, 39916800, 120543840, 150917976, 105258076, 45995730, 13339535, 2637558, 357423, 32670, 1925, 66, 1};

// S(x) for x > 0: in powers of x, or of 1/x where those would grow too large.
static double gamma_sum(double x) {
  double above = 0, below = 0;
  if (x < 8) {
    for (int i = GAMMA_TERMS - 1; i >= 0; i--) {
      above = above * x + gamma_numerator[i];
      below = below * x + gamma_denominator[i];
    }
  } else {
    double r = 1 / x;
    for (int i = 0; i < GAMMA_TERMS; i++) {
      above = above * r + gamma_numerator[i];
      below = below * r + gamma_denominator[i];
    }
  }
  return above / below;
}

static double gamma_finite(double x) {
  double a = fabs(x);
  double y = a + GAMMA_SHIFT;
  // Rounding error of the addition, to first order.
  double lost = a > GAMMA_SHIFT ? (y - a) - GAMMA_SHIFT : (y - GAMMA_SHIFT) - a;
  double z = a - 0.5;
  double r = gamma_sum(a) * exp(-y);
  if (x < 0) {
    r = -M_PI / (sinpi(a) * a * r);
    lost = -lost;
    z = -z;
  }
  r += lost * (GAMMA_SHIFT + 0.5) * r / y;
  // The power in two halves: the whole may overflow before the product does.
  double half_power = pow(y, 0.5 * z);
  return r * half_power * half_power;
}

static double gamma_of(double x) {
  if (isnan(x)) return x;
  if (x == 0) return copysign((double)INFINITY, x);
  if (x < 0 && x == floor(x)) return (double)NAN;
  if (x >= GAMMA_LIMIT) return (double)INFINITY;
  // The sign alternates from one integer to the next.
  if (x <= -GAMMA_LIMIT) return floor(x) == 2 * floor(floor(x) / 2) ? 0.0 : -0.0;
  if (fabs(x) < 0x1p-54) return 1 / x;
  return gamma_finite(x);
}

double GAMMA tgamma(double x) { return gamma_of(x); }
float GAMMA tgamma(float x) { return (float)gamma_of(x); }

LARGE_1(float, tgamma, float)
LARGE_1(double, tgamma, double)
