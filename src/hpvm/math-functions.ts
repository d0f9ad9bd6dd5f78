// Functions of C's and LLVM's mathematics that OpenCL C has, too.

/** Functions of C, without the suffix of `float`; the name in OpenCL C where it differs. */
const C_FUNCTIONS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim floor fma fmax ' +
    'fmin fmod hypot ldexp log log10 log1p log2 nextafter pow remainder rint round sin sinh sqrt tan tanh tgamma trunc lgamma'
  )
    .split(' ')
    .map((name) => [name, name]),
);

/** LLVM's intrinsics by the name between `llvm.` and the type. */
const INTRINSICS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'ceil copysign cos exp exp2 fabs floor fma log log10 log2 pow rint round sin sqrt trunc tan tanh asin acos atan sinh cosh atan2 ldexp'
      .split(' ')
      .map((name) => [name, name]),
  ),
  fmuladd: 'fma',
  nearbyint: 'rint',
  roundeven: 'rint',
  maximumnum: 'fmax',
  minimumnum: 'fmin',
  maxnum: 'fmax',
  minnum: 'fmin',
  smax: 'max',
  smin: 'min',
  umax: 'max',
  umin: 'min',
  abs: 'abs',
  ctlz: 'clz',
  ctpop: 'popcount',
};

const LIBRARY = /^@(\w+?)(f?)$/;
const INTRINSIC = /^@llvm\.([a-z0-9]+)\.(\w+)$/;

/** The function in OpenCL C; undefined for other ones. */
export function openclMathName(callee: string): string | undefined {
  const intrinsic = INTRINSIC.exec(callee)?.[1];
  if (intrinsic !== undefined) return Object.hasOwn(INTRINSICS, intrinsic) ? INTRINSICS[intrinsic] : undefined;
  const whole = callee.slice(1);
  if (Object.hasOwn(C_FUNCTIONS, whole)) return C_FUNCTIONS[whole];
  const [, name = '', suffix] = LIBRARY.exec(callee) ?? [];
  return suffix === 'f' && Object.hasOwn(C_FUNCTIONS, name) ? C_FUNCTIONS[name] : undefined;
}

export const isMathFunction = (callee: string): boolean => openclMathName(callee) !== undefined;
