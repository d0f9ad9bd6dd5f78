// Common functions, half_ and native_ functions: see math-rows.h. Bounds of half_: OpenCL C 1.2, section 7.4. The
// specification has none for common functions; those of degrees and radians are the later specifications', the others
// follow from correctly rounded operations.
#include "math-rows.h"

namespace {

Q sign_of(Q x) { return isnanq(x) ? 0 : x > 0 ? 1 : x < 0 ? -1 : x; }
Q degrees_of(Q x) { return 180 / M_PIq * x; }
Q radians_of(Q x) { return M_PIq / 180 * x; }
Q step_of(Q edge, Q x) { return x < edge ? 0 : 1; }
Q max_of(Q x, Q y) { return x < y ? y : x; }
Q min_of(Q x, Q y) { return y < x ? y : x; }
Expected clamp_of(const Q* x, int, bool) { return {fminq(fmaxq(x[0], x[1]), x[2]), 0, 0}; }
Expected mix_of(const Q* x, int, bool) { return {x[0] + (x[1] - x[0]) * x[2], 0, 0}; }
Expected smoothstep_of(const Q* x, int, bool) {
  Q t = (x[2] - x[0]) / (x[1] - x[0]);
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  return {t * t * (3 - 2 * t), 0, 0};
}
bool moderate(Q x) { return fabsq(x) < 0x1p60Q && (x == 0 || fabsq(x) > 0x1p-60Q); }
bool numbers(const Q* x, int) { return !isnanq(x[0]) && !isnanq(x[1]); }
bool first_number(const Q* x, int) { return !isnanq(x[0]) && !isnanq(x[1]) && !isnanq(x[2]) && x[1] <= x[2]; }
bool all_moderate(const Q* x, int) { return moderate(x[0]) && moderate(x[1]) && moderate(x[2]); }
bool ordered_edges(const Q* x, int n) { return all_moderate(x, n) && x[0] < x[1]; }
/** mix is defined for a factor from 0 to 1, and cancels: the error is one of its terms. */
bool mixable(const Q* x, int n) { return all_moderate(x, n) && x[2] >= 0 && x[2] <= 1; }
Q largest_term(const Q* x, Q) { return fabsq(x[0]) > fabsq(x[1]) ? fabsq(x[0]) : fabsq(x[1]); }
Q of_one(const Q*, Q) { return 0.75Q; }

Q recip_of(Q x) { return 1 / x; }
Q divide_of(Q x, Q y) { return x / y; }
Q exp2_of(Q x) { return powq(2, x); }
Q exp10_of(Q x) { return powq(10, x); }
Q rsqrt_of(Q x) { return 1 / sqrtq(x); }
/** half_sin and its like are defined between -2^16 and 2^16. */
bool small_angle(const Q* x, int) { return fabsq(x[0]) <= 65536; }
bool any(const Q*, int) { return true; }

#define MATH_ROW(NAME, CALL, ARGUMENTS, BOUND, REFERENCE, LOW, HIGH, VALID) \
  { NAME, CALL, ARGUMENTS, false, kReal, BOUND, BOUND, REFERENCE, LOW, HIGH, VALID }

/** The functions that exist as half_ and as native_. */
#define APPROXIMATE(PREFIX, BOUND)                                                                               \
  MATH_ROW(PREFIX "cos", "r = " PREFIX "cos(x);", 1, BOUND, unary<cosq>, -100, 100, small_angle),                     \
      MATH_ROW(PREFIX "divide", "r = " PREFIX "divide(x, y);", 2, BOUND, binary<divide_of>, -100, 100, any),          \
      MATH_ROW(PREFIX "exp", "r = " PREFIX "exp(x);", 1, BOUND, unary<expq>, -80, 80, any),                           \
      MATH_ROW(PREFIX "exp2", "r = " PREFIX "exp2(x);", 1, BOUND, unary<exp2_of>, -120, 120, any),                    \
      MATH_ROW(PREFIX "exp10", "r = " PREFIX "exp10(x);", 1, BOUND, unary<exp10_of>, -35, 35, any),                   \
      MATH_ROW(PREFIX "log", "r = " PREFIX "log(x);", 1, BOUND, unary<logq>, 0, 4, any),                              \
      MATH_ROW(PREFIX "log2", "r = " PREFIX "log2(x);", 1, BOUND, unary<log2q>, 0, 4, any),                           \
      MATH_ROW(PREFIX "log10", "r = " PREFIX "log10(x);", 1, BOUND, unary<log10q>, 0, 4, any),                        \
      MATH_ROW(PREFIX "powr", "r = " PREFIX "powr(x, y);", 2, BOUND, binary<powr_of>, 0, 10, any),             \
      MATH_ROW(PREFIX "recip", "r = " PREFIX "recip(x);", 1, BOUND, unary<recip_of>, -100, 100, any),                 \
      MATH_ROW(PREFIX "rsqrt", "r = " PREFIX "rsqrt(x);", 1, BOUND, unary<rsqrt_of>, 0, 100, any),                    \
      MATH_ROW(PREFIX "sin", "r = " PREFIX "sin(x);", 1, BOUND, unary<sinq>, -100, 100, small_angle),                 \
      MATH_ROW(PREFIX "sqrt", "r = " PREFIX "sqrt(x);", 1, BOUND, unary<sqrtq>, 0, 100, any),                         \
      MATH_ROW(PREFIX "tan", "r = " PREFIX "tan(x);", 1, BOUND, unary<tanq>, -100, 100, small_angle)

}  // namespace

const std::vector<MathRow> kCommonRows = {
    MATH_ROW("clamp", "r = clamp(x, y, z);", 3, 0, clamp_of, -20, 20, first_number),
    MATH_ROW("degrees", "r = degrees(x);", 1, 2, unary<degrees_of>, -20, 20, any),
    MATH_ROW("max", "r = max(x, y);", 2, 0, binary<max_of>, -20, 20, numbers),
    MATH_ROW("min", "r = min(x, y);", 2, 0, binary<min_of>, -20, 20, numbers),
    {"mix", "r = mix(x, y, z);", 3, false, kReal, 2, 2, mix_of, 0, 1, mixable, largest_term},
    MATH_ROW("radians", "r = radians(x);", 1, 2, unary<radians_of>, -20, 20, any),
    MATH_ROW("step", "r = step(x, y);", 2, 0, binary<step_of>, -20, 20, numbers),
    {"smoothstep", "r = smoothstep(x, y, z);", 3, false, kReal, 8, 8, smoothstep_of, -20, 20, ordered_edges, of_one},
    MATH_ROW("sign", "r = sign(x);", 1, 0, unary<sign_of>, -20, 20, any),
    MATH_ROW("divide", "r = x / y;", 2, 2.5, binary<divide_of>, -20, 20, any),
    MATH_ROW("recip", "r = 1 / x;", 1, 2.5, unary<recip_of>, -20, 20, any),
};

const std::vector<MathRow> kHalfRows = {APPROXIMATE("half_", 8192)};
const std::vector<MathRow> kNativeRows = {APPROXIMATE("native_", kAny)};

std::vector<MathRow> correctly_rounded_rows() {
  return {
      MATH_ROW("divide", "r = x / y;", 2, 0, binary<divide_of>, -20, 20, any),
      MATH_ROW("sqrt", "r = sqrt(x);", 1, 0, unary<sqrtq>, 0, 100, any),
  };
}
