// floor of double. Southern Islands has no V_FLOOR_F64; LLVM subtracts V_FRACT_F64, at most 1 - 2^-53, and is wrong for
// negative values nearer to zero than 2^-54: it gives -1 + 2^-53 there.

#define FLOOR __attribute__((overloadable, const))

double FLOOR floor(double x) {
  double t = trunc(x);
  return t > x ? t - 1 : t;
}
double2 FLOOR floor(double2 x) { return (double2)(floor(x.x), floor(x.y)); }
double3 FLOOR floor(double3 x) { return (double3)(floor(x.x), floor(x.y), floor(x.z)); }
double4 FLOOR floor(double4 x) { return (double4)(floor(x.lo), floor(x.hi)); }
double8 FLOOR floor(double8 x) { return (double8)(floor(x.lo), floor(x.hi)); }
double16 FLOOR floor(double16 x) { return (double16)(floor(x.lo), floor(x.hi)); }
