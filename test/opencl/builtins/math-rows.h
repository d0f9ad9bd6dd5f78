// The table of the math builtins: how each is called, its reference in binary128, its bounds in ulp for float and
// double. Bounds: OpenCL C 1.2, section 7.4 (full profile); kAny where the specification leaves them to the
// implementation.
#pragma once
#include "reals.h"

static constexpr double kAny = INFINITY;

/** Result of a reference: one or two real results and an integer one. */
struct Expected {
  Q r = 0, s = 0;
  int q = 0;
};

/** The reference: real arguments, the integer argument, and whether the type is double. */
typedef Expected (*Reference)(const Q* x, int n, bool is_double);

enum Outputs { kReal, kRealReal, kRealInt, kInt };

struct MathRow {
  const char* name;
  /** Statement that computes r (and s or q) from x, y, z of type F and n of type I. */
  const char* code;
  int arguments;
  bool integer;
  Outputs outputs;
  double bound32, bound64;
  Reference reference;
  /** The range of most random arguments. */
  double low = -20, high = 20;
  /** True if the reference is defined for these arguments. */
  bool (*valid)(const Q* x, int n) = nullptr;
  /** The value of whose ulp the error is counted, where that is not the result. */
  Q (*magnitude)(const Q* x, Q result) = nullptr;
};

extern const std::vector<MathRow> kMathRows;
extern const std::vector<MathRow> kCommonRows;
extern const std::vector<MathRow> kHalfRows;
extern const std::vector<MathRow> kNativeRows;
/** Division and square root with the bounds of -cl-fp32-correctly-rounded-divide-sqrt. */
std::vector<MathRow> correctly_rounded_rows();

/** powr of the specification, which has more NaNs than pow. */
Q powr_of(Q x, Q y);

template <Q (*F)(Q)>
Expected unary(const Q* x, int, bool) {
  return {F(x[0]), 0, 0};
}
template <Q (*F)(Q, Q)>
Expected binary(const Q* x, int, bool) {
  return {F(x[0], x[1]), 0, 0};
}
