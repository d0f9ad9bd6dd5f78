// floor of double. Southern Islands has no V_FLOOR_F64; LLVM subtracts V_FRACT_F64, at most 1 - 2^-53, and is wrong for
// negative values nearer to zero than 2^-54: it gives -1 + 2^-53 there. LLVM also knows the function by its name, so that
// ours has another, which prelude.h makes known to programs.

#define FLOOR __attribute__((overloadable, const))

double FLOOR __atoll_floor(double x) {
  double t = trunc(x);
  return t > x ? t - 1 : t;
}
double2 FLOOR __atoll_floor(double2 x) { return (double2)(__atoll_floor(x.x), __atoll_floor(x.y)); }
double3 FLOOR __atoll_floor(double3 x) {
  return (double3)(__atoll_floor(x.x), __atoll_floor(x.y), __atoll_floor(x.z));
}
double4 FLOOR __atoll_floor(double4 x) { return (double4)(__atoll_floor(x.lo), __atoll_floor(x.hi)); }
double8 FLOOR __atoll_floor(double8 x) { return (double8)(__atoll_floor(x.lo), __atoll_floor(x.hi)); }
double16 FLOOR __atoll_floor(double16 x) { return (double16)(__atoll_floor(x.lo), __atoll_floor(x.hi)); }
