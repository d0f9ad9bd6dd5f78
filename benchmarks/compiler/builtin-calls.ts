// Calls of OpenCL C's builtins by shape, and kernels that make one call each. Specification: OpenCL C 1.2, sections
// 6.2.3 and 6.12.2 to 6.12.12; atomics, images and work-item functions have no vectors.

/** One builtin in one type and width. */
export interface BuiltinCall {
  readonly name: string;
  /** As a user would write it: `sincos(float16, __local float16 *)`. */
  readonly text: string;
  readonly source: string;
}

/**
 * Argument types of a parameter: the type itself, integers of its size, int, its element, a pointer to it or to ints.
 */
type Parameter = 'same' | 'integer' | 'unsigned' | 'int' | 'element' | 'pointer' | 'int pointer';

interface Shape {
  readonly names: readonly string[];
  readonly types: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly result?: Parameter;
}

const REALS = ['float', 'double'];
const INTEGERS = ['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong'];
const words = (text: string): string[] => text.split(' ');

const ONE: readonly Parameter[] = ['same'];
const TWO: readonly Parameter[] = ['same', 'same'];
const THREE: readonly Parameter[] = ['same', 'same', 'same'];

const REAL_SHAPES: readonly Shape[] = [
  {
    names: words(
      'acos acosh acospi asin asinh asinpi atan atanh atanpi cbrt ceil cos cosh cospi erf erfc exp exp2 exp10 expm1 fabs floor lgamma log ' +
        'log10 log1p log2 logb rint round rsqrt sin sinh sinpi sqrt tan tanh tanpi tgamma trunc degrees radians sign',
    ),
    types: REALS,
    parameters: ONE,
  },
  {
    names: words(
      'atan2 atan2pi copysign fdim fmax fmin fmod hypot maxmag minmag nextafter pow powr remainder max min step',
    ),
    types: REALS,
    parameters: TWO,
  },
  { names: words('fma mad clamp mix smoothstep bitselect'), types: REALS, parameters: THREE },
  { names: words('pown rootn ldexp'), types: REALS, parameters: ['same', 'int'] },
  { names: ['ilogb'], types: REALS, parameters: ONE, result: 'int' },
  { names: ['nan'], types: REALS, parameters: ['unsigned'] },
  { names: words('fract modf sincos'), types: REALS, parameters: ['same', 'pointer'] },
  { names: words('frexp lgamma_r'), types: REALS, parameters: ['same', 'int pointer'] },
  { names: ['remquo'], types: REALS, parameters: ['same', 'same', 'int pointer'] },
  {
    names: words('isequal isnotequal isgreater isgreaterequal isless islessequal islessgreater isordered isunordered'),
    types: REALS,
    parameters: TWO,
    result: 'integer',
  },
  { names: words('isfinite isinf isnan isnormal signbit'), types: REALS, parameters: ONE, result: 'integer' },
  { names: ['select'], types: REALS, parameters: ['same', 'same', 'integer'] },
  {
    names: ['cos', 'exp', 'exp2', 'exp10', 'log', 'log2', 'log10', 'recip', 'rsqrt', 'sin', 'sqrt', 'tan'].flatMap(
      (name) => [`half_${name}`, `native_${name}`],
    ),
    types: ['float'],
    parameters: ONE,
  },
  { names: words('half_divide half_powr native_divide native_powr'), types: ['float'], parameters: TWO },
];

const INTEGER_SHAPES: readonly Shape[] = [
  { names: ['abs'], types: INTEGERS, parameters: ONE, result: 'unsigned' },
  { names: words('clz popcount'), types: INTEGERS, parameters: ONE },
  { names: ['abs_diff'], types: INTEGERS, parameters: TWO, result: 'unsigned' },
  { names: words('add_sat sub_sat hadd rhadd max min mul_hi rotate'), types: INTEGERS, parameters: TWO },
  { names: words('clamp mad_hi mad_sat bitselect'), types: INTEGERS, parameters: THREE },
  { names: ['select'], types: INTEGERS, parameters: ['same', 'same', 'unsigned'] },
  { names: words('any all'), types: ['char', 'short', 'int', 'long'], parameters: ONE, result: 'int' },
  { names: ['mul24'], types: ['int', 'uint'], parameters: TWO },
  { names: ['mad24'], types: ['int', 'uint'], parameters: THREE },
  { names: ['shuffle'], types: [...INTEGERS, ...REALS], parameters: ['same', 'unsigned'] },
  { names: ['shuffle2'], types: [...INTEGERS, ...REALS], parameters: ['same', 'same', 'unsigned'] },
];

/** Operators that are no single instruction. */
const OPERATORS: readonly (readonly [name: string, types: readonly string[]])[] = [
  ['/', [...INTEGERS, ...REALS]],
  ['%', INTEGERS],
  ['*', ['long', 'double']],
];

const SIZES: Readonly<Record<string, string>> = { float: 'int', double: 'long' };
const withSign = (type: string): string => SIZES[type] ?? type;
const withoutSign = (type: string): string => withSign(type).replace(/^(?!u)/, 'u');

function typeOf(parameter: Parameter, type: string, width: string): string {
  const types: Readonly<Record<Parameter, string>> = {
    same: type + width,
    integer: (width === '' && type === 'double' ? 'int' : withSign(type)) + width,
    unsigned: withoutSign(type) + width,
    int: `int${width}`,
    element: type,
    pointer: type + width,
    'int pointer': `int${width}`,
  };
  return types[parameter];
}

const isPointer = (parameter: Parameter): boolean => parameter.endsWith('pointer');

/** Declarations of a pointer's target in an address space, and the destination of its value afterwards. */
const SPACES: Readonly<
  Record<string, (type: string, i: number) => readonly [before: string, word: string, after: string]>
> = {
  '': (type, i) => [`${type} p;`, '&p', `a${i}[g] = p;`],
  '__global ': (_, i) => ['', `a${i} + g`, ''],
  '__local ': (type, i) => [`__local ${type} p[64];`, 'p + get_local_id(0)', `a${i}[g] = p[get_local_id(0)];`],
};

function callOf(
  name: string,
  shape: Shape,
  { type, width, space }: { type: string; width: string; space: string },
): BuiltinCall {
  const types = shape.parameters.map((parameter) => typeOf(parameter, type, width));
  const result = name === 'any' || name === 'all' ? 'int' : typeOf(shape.result ?? 'same', type, width);
  const at = shape.parameters.findIndex(isPointer);
  const [before, word, after] = at < 0 ? ['', '', ''] : SPACES[space]!(types[at]!, at);
  const values = types.map((_, i) => (i === at ? word : `a${i}[g]`));
  const parameters = types.map((one, i) => `__global ${one} *a${i}`).join(', ');
  const body = `size_t g = get_global_id(0); ${before} r[g] = ${name}(${values.join(', ')}); ${after}`;
  const shown = types.map((one, i) => (i === at ? `${space}${one} *` : one)).join(', ');
  return {
    name,
    text: `${name}(${shown})`,
    source: `__kernel void k(__global ${result} *r, ${parameters}) { ${body} }`,
  };
}

function conversionsOf(width: string): BuiltinCall[] {
  const types = [...INTEGERS, ...REALS];
  const one = (to: string, from: string, mode: string): BuiltinCall =>
    callOf(`convert_${to}${width}${mode}`, { names: [], types: [], parameters: ONE }, { type: from, width, space: '' });
  const calls = types.flatMap((to) =>
    types.flatMap((from) => {
      const saturated = INTEGERS.includes(to) ? ['_sat'] : [];
      const rounded = REALS.includes(from) || REALS.includes(to) ? ['_rte', '_rtz', '_rtp', '_rtn'] : [];
      const both = REALS.includes(from) ? saturated.flatMap((mode) => rounded.map((round) => mode + round)) : [];
      return ['', ...saturated, ...rounded, ...both].map((mode) => {
        const call = one(to, from, mode);
        return { ...call, source: call.source.replace(`__global ${from}${width} *r`, `__global ${to}${width} *r`) };
      });
    }),
  );
  return calls.filter(({ text }) => text !== '');
}

const operatorsOf = (width: string): BuiltinCall[] =>
  OPERATORS.flatMap(([name, types]) =>
    types.map((type) => {
      const word = type + width;
      const body = `size_t g = get_global_id(0); r[g] = a[g] ${name} b[g];`;
      return {
        name,
        text: `${word} ${name} ${word}`,
        source: `__kernel void k(__global ${word} *r, __global ${word} *a, __global ${word} *b) { ${body} }`,
      };
    }),
  );

/** Every builtin in every type, in one width ('' or 2 to 16). */
export function builtinCalls(width: string): BuiltinCall[] {
  const calls = [...REAL_SHAPES, ...INTEGER_SHAPES].flatMap((shape) =>
    shape.names.flatMap((name) => {
      if (width === '' && name.startsWith('shuffle')) return [];
      const spaces = shape.parameters.some(isPointer) ? Object.keys(SPACES) : [''];
      return shape.types.flatMap((type) => spaces.map((space) => callOf(name, shape, { type, width, space })));
    }),
  );
  return [...calls, ...operatorsOf(width), ...conversionsOf(width)];
}
