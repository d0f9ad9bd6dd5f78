// Math functions called with integers: OpenCL 1.0 compilers without double selected the float version; for clang float
// and double are ambiguous. A build that fails for that reason alone is repeated with macros that convert integer
// arguments to float; float and double arguments keep their type.

/** Parameters of the math functions with float and double versions and no integer one. */
const ARITY: ReadonlyMap<string, number> = new Map([
  ...[
    'acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc exp exp2 exp10 expm1 fabs',
    'floor lgamma log log2 log10 log1p logb rint round rsqrt sin sinh sinpi sqrt tan tanh tanpi tgamma trunc',
    'degrees radians sign',
  ].flatMap((names) => names.split(' ').map((name) => [name, 1] as const)),
  ...'atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr remainder step'
    .split(' ')
    .map((name) => [name, 2] as const),
  ...'fma mad mix smoothstep'.split(' ').map((name) => [name, 3] as const),
]);

const AMBIGUOUS = /error: call to '(\w+)' is ambiguous/g;

/** The math functions that are ambiguous by a failed build's log. */
export function ambiguousMath(log: string): string[] {
  const names = new Set([...log.matchAll(AMBIGUOUS)].flatMap(([, name]) => name ?? []));
  return [...names].filter((name) => ARITY.has(name));
}

/** Macros for clang's command line. A product with 1.0f changes only the type of integers. */
export function integerMathArgs(names: readonly string[]): string[] {
  return names.map((name) => {
    const parameters = ['x', 'y', 'z'].slice(0, ARITY.get(name));
    return `-D${name}(${parameters.join(',')})=${name}(${parameters.map((p) => `(${p})*1.0f`).join(',')})`;
  });
}

/** The note in the log of such a build. */
export function integerMathNote(names: readonly string[]): string {
  return `note: called with integers, taken as float: ${names.join(', ')}\n`;
}
