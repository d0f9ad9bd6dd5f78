// Floating-point arithmetic (PRM 5.11 to 5.13) and native operations (5.14). To nearest, f32 and f64 are operators of
// the language; everything else is exact functions (language/functions/rounded.ts).

import { cosine, exp2, log2, sine } from '../../common/families/approximation.js';
import { call, type Ex, f32, f64, ops, type Source, select, u32, u64 } from '../../language/expr.js';
import { type AluRow, rowsOf, SLOTS } from '../family.js';
import {
  ARITHMETIC,
  F16,
  F32,
  F64,
  FLOATS,
  FLUSHES,
  type FloatKind,
  type FloatOperators,
  flushed,
  modifiersOf,
  N32,
  N64,
  type RoundingChoice,
  rounded,
  withNan,
} from './float-types.js';

const INPUTS = ['S0', 'S1', 'S2'] as const;

/** A row of a function, for any type and rounding. */
const byFunction = (
  name: string,
  meaning: string,
  of: string,
  inputs: number,
  type: FloatKind,
  arithmetic: RoundingChoice,
): AluRow => [
  `${name}${modifiersOf(arithmetic)}_${type.name}`,
  meaning,
  (operands) => [
    type.write(
      operands.D,
      rounded(of, type, arithmetic, ...INPUTS.slice(0, inputs).map((slot) => type.read(operands[slot]))),
    ),
  ],
];

/** A row of an operator, to nearest. */
function byOperator<F extends 'f32' | 'f64', B extends 'u32' | 'u64'>(
  n: FloatOperators<F, B>,
  name: string,
  meaning: string,
  inputs: number,
  arithmetic: RoundingChoice,
  compute: (...operands: readonly Ex<F>[]) => Ex<F>,
): AluRow {
  return [
    `${name}${modifiersOf(arithmetic)}_${n.type.name}`,
    meaning,
    (operands) => {
      const values = INPUTS.slice(0, inputs).map((slot) => flushed(n, arithmetic.ftz, n.read(operands[slot])));
      return [operands.D.set(withNan(n, flushed(n, arithmetic.ftz, compute(...values)), values))];
    },
  ];
}

const root32 = (x: Ex<'f32'>): Ex<'f32'> => call('f32', 'sqrt_f32', x);
const root64 = (x: Ex<'f64'>): Ex<'f64'> => call('f64', 'sqrt_f64', x);
const quotient32 = (a: Ex<'f32'>, b: Ex<'f32'>): Ex<'f32'> => call('f32', 'quotient_f32', a, b);
const quotient64 = (a: Ex<'f64'>, b: Ex<'f64'>): Ex<'f64'> => call('f64', 'quotient_f64', a, b);

/** Name, function, number of operands, meaning, operators of f32 and f64. */
const ROUNDED: readonly (readonly [
  string,
  string,
  number,
  string,
  ((...x: readonly Ex<'f32'>[]) => Ex<'f32'>)?,
  ((...x: readonly Ex<'f64'>[]) => Ex<'f64'>)?,
])[] = [
  ['add', 'rounded_add', 2, 'D = S0 + S1', (a, b) => ops.fadd(a!, b!), (a, b) => ops.dadd(a!, b!)],
  ['sub', 'rounded_sub', 2, 'D = S0 - S1', (a, b) => ops.fsub(a!, b!), (a, b) => ops.dsub(a!, b!)],
  ['mul', 'rounded_mul', 2, 'D = S0 * S1', (a, b) => ops.fmul(a!, b!), (a, b) => ops.dmul(a!, b!)],
  [
    'fma',
    'rounded_fma',
    3,
    'D = S0 * S1 + S2, rounded once',
    (a, b, c) => ops.ffma(a!, b!, c!),
    (a, b, c) => ops.dfma(a!, b!, c!),
  ],
  [
    'mad',
    'rounded_fma',
    3,
    'D = S0 * S1 + S2, rounded once',
    (a, b, c) => ops.ffma(a!, b!, c!),
    (a, b, c) => ops.dfma(a!, b!, c!),
  ],
  ['div', 'rounded_div', 2, 'D = S0 / S1', (a, b) => quotient32(a!, b!), (a, b) => quotient64(a!, b!)],
  ['sqrt', 'rounded_sqrt', 1, 'D = square root of S0', (a) => root32(a!), (a) => root64(a!)],
  ['fract', 'rounded_fract', 1, 'D = S0 - floor(S0), below 1'],
];

const arithmetic: readonly AluRow[] = ROUNDED.flatMap(([name, of, inputs, meaning, single, double]) =>
  FLOATS.flatMap((type) =>
    ARITHMETIC.map((how): AluRow => {
      if (how.rounding === 'near' && type === F32 && single) return byOperator(N32, name, meaning, inputs, how, single);
      if (how.rounding === 'near' && type === F64 && double) return byOperator(N64, name, meaning, inputs, how, double);
      return byFunction(name, meaning, of, inputs, type, how);
    }),
  ),
);

const INTEGRAL = [
  ['ceil', 'up', 'D = S0 rounded up', ops.fceil, ops.dceil],
  ['floor', 'down', 'D = S0 rounded down', ops.ffloor, ops.dfloor],
  ['trunc', 'zero', 'D = S0 rounded toward zero', ops.ftrunc, ops.dtrunc],
  ['rint', 'near', 'D = S0 rounded to nearest, ties to even', ops.frint, ops.drint],
] as const;

const integral: readonly AluRow[] = INTEGRAL.flatMap(([name, rounding, meaning, single, double]) =>
  FLUSHES.flatMap((how): AluRow[] => [
    [
      `${name}${modifiersOf(how)}_f16`,
      meaning,
      ({ D, S0 }) => [F16.write(D, rounded('rounded_integral', F16, { ...how, rounding }, F16.read(S0)))],
    ],
    byOperator(N32, name, meaning, 1, how, (x) => single(x!)),
    byOperator(N64, name, meaning, 1, how, (x) => double(x!)),
  ]),
);

/** Operations on signs, which compute nothing: the bits of a NaN stay. */
function signs(type: FloatKind): AluRow[] {
  const sign = 1n << BigInt(type.bits - 1);
  const [signBit, others] = [u64(sign), u64(sign - 1n)];
  const row = (name: string, meaning: string, compute: (a: Ex<'u64'>, b: Ex<'u64'>) => Ex<'u64'>): AluRow => [
    `${name}_${type.name}`,
    meaning,
    ({ D, S0, S1 }) => [type.write(D, compute(type.read(S0), name === 'copysign' ? type.read(S1) : u64(0n)))],
  ];
  return [
    row('neg', 'D = -S0', (a) => ops.xor64(a, signBit)),
    row('abs', 'D = |S0|', (a) => ops.and64(a, others)),
    row('copysign', 'D = S0 with the sign of S1', (a, b) => ops.or64(ops.and64(a, others), ops.and64(b, signBit))),
  ];
}

/** The number in f32 or f64 with the same value and order. */
const comparable = (type: FloatKind, source: Source): Ex<'f64'> =>
  type === F64
    ? source.f64
    : ops.f64FromF32(type === F32 ? source.f32 : ops.f32FromF16(ops.and(source.u32, u32(0xffff))));

/** Subnormal bit patterns become zeros. */
function flushedPattern(type: FloatKind, ftz: boolean, x: Ex<'u64'>): Ex<'u64'> {
  if (!ftz) return x;
  const fraction = type === F16 ? 10n : type === F32 ? 23n : 52n;
  const sign = 1n << BigInt(type.bits - 1);
  const exponent = sign - (1n << fraction);
  return select(ops.eq64(ops.and64(x, u64(exponent)), u64(0n)), ops.and64(x, u64(sign)), x);
}

/** Of a number and NaN the number; zeros in the order of their signs. */
function extremes(type: FloatKind, how: RoundingChoice): AluRow[] {
  const quiet = u64(1n << (type === F16 ? 9n : type === F32 ? 22n : 51n));
  const row = (name: string, meaning: string, first: boolean): AluRow => [
    `${name}${modifiersOf(how)}_${type.name}`,
    meaning,
    ({ D, S0, S1 }) => {
      const [x, y] = [comparable(type, S0), comparable(type, S1)];
      const [a, b] = [flushedPattern(type, how.ftz, type.read(S0)), flushedPattern(type, how.ftz, type.read(S1))];
      const negative = ops.ltS64(ops.asU64(x), u64(0n));
      const before = ops.orB(ops.dlt(x, y), ops.andB(ops.deq(x, y), negative));
      const number = select(before, first ? a : b, first ? b : a);
      const bothNan = ops.andB(ops.disnan(x), ops.disnan(y));
      const other = select(ops.disnan(x), b, select(ops.disnan(y), a, number));
      return [type.write(D, select(bothNan, ops.or64(a, quiet), other))];
    },
  ];
  return [row('min', 'D = the smaller one', true), row('max', 'D = the greater one', false)];
}

const CLASSES = [
  ['signalling NaN', 'quiet NaN'],
  ['infinity', 'normal number', 'subnormal number', 'zero'],
] as const;

/** The class of a number as a bit of the mask S1. */
function classified(type: FloatKind): AluRow {
  const fractionBits = type === F16 ? 10n : type === F32 ? 23n : 52n;
  const sign = 1n << BigInt(type.bits - 1);
  const infinity = sign - (1n << fractionBits);
  return [
    `class_b1_${type.name}`,
    `D = class of S0 is in S1: ${CLASSES.flat().join(', ')}`,
    ({ D, S0, S1 }) => {
      const x = type.read(S0);
      const size = ops.and64(x, u64(sign - 1n));
      const bit = (negative: number, positive: number): Ex<'u32'> =>
        select(ops.eq64(ops.and64(x, u64(sign)), u64(0n)), u32(positive), u32(negative));
      const isQuiet = ops.ne64(ops.and64(x, u64(1n << (fractionBits - 1n))), u64(0n));
      const finite = select(
        ops.ltU64(size, u64(1n << fractionBits)),
        select(ops.eq64(size, u64(0n)), bit(0x20, 0x40), bit(0x10, 0x80)),
        bit(0x08, 0x100),
      );
      const number = select(ops.eq64(size, u64(infinity)), bit(0x04, 0x200), finite);
      const classBit = select(ops.ltU64(u64(infinity), size), select(isQuiet, u32(2), u32(1)), number);
      return [D.set(ops.fromBool(ops.ne(ops.and(classBit, S1.u32), u32(0))))];
    },
  ];
}

const NEAR: RoundingChoice = { rounding: 'near', ftz: false };
const TURN = f32(1 / (2 * Math.PI));

/** Native operations are those that round once. */
function nativeRows<F extends 'f32' | 'f64', B extends 'u32' | 'u64'>(
  n: FloatOperators<F, B>,
  one: Ex<F>,
  root: (x: Ex<F>) => Ex<F>,
  quotient: (a: Ex<F>, b: Ex<F>) => Ex<F>,
  fused: (a: Ex<F>, b: Ex<F>, c: Ex<F>) => Ex<F>,
): AluRow[] {
  return [
    byOperator(n, 'nfma', 'D = S0 * S1 + S2', 3, NEAR, (a, b, c) => fused(a!, b!, c!)),
    byOperator(n, 'nrcp', 'D = 1 / S0', 1, NEAR, (x) => quotient(one, x!)),
    byOperator(n, 'nsqrt', 'D = square root of S0', 1, NEAR, (x) => root(x!)),
    byOperator(n, 'nrsqrt', 'D = 1 / square root of S0', 1, NEAR, (x) => quotient(one, root(x!))),
  ];
}

const native: readonly AluRow[] = [
  ['nexp2_f32', 'D = 2 ** S0', ({ D, S0 }) => [D.set(exp2(S0.f32))]],
  ['nlog2_f32', 'D = log2(S0)', ({ D, S0 }) => [D.set(log2(S0.f32))]],
  ['nsin_f32', 'D = sin(S0)', ({ D, S0 }) => [D.set(sine(ops.fmul(S0.f32, TURN)))]],
  ['ncos_f32', 'D = cos(S0)', ({ D, S0 }) => [D.set(cosine(ops.fmul(S0.f32, TURN)))]],
  ...FLOATS.flatMap((type): AluRow[] => {
    if (type === F32) return nativeRows(N32, f32(1), root32, quotient32, ops.ffma);
    if (type === F64) return nativeRows(N64, f64(1), root64, quotient64, ops.dfma);
    const one = u64(type === F16 ? 0x3c00n : type === F32 ? 0x3f80_0000n : 0x3ff0_0000_0000_0000n);
    const root = (x: Ex<'u64'>): Ex<'u64'> => rounded('rounded_sqrt', type, NEAR, x);
    const inverse = (x: Ex<'u64'>): Ex<'u64'> => rounded('rounded_div', type, NEAR, one, x);
    const { name } = type;
    return [
      byFunction('nfma', 'D = S0 * S1 + S2', 'rounded_fma', 3, type, NEAR),
      [`nrcp_${name}`, 'D = 1 / S0', ({ D, S0 }) => [type.write(D, inverse(type.read(S0)))]],
      [`nsqrt_${name}`, 'D = square root of S0', ({ D, S0 }) => [type.write(D, root(type.read(S0)))]],
      [`nrsqrt_${name}`, 'D = 1 / square root of S0', ({ D, S0 }) => [type.write(D, inverse(root(type.read(S0))))]],
    ];
  }),
];

export const FLOAT = rowsOf('IL_FLOAT', SLOTS, [
  ...arithmetic,
  ...integral,
  ...FLOATS.flatMap(signs),
  ...FLOATS.flatMap((type) => FLUSHES.flatMap((how) => extremes(type, how))),
  ...FLOATS.map(classified),
  ...native,
]);
