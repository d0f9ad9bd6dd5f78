// Floating-point arithmetic (PRM 5.11 to 5.13) and native operations (5.14). To nearest, f32 and f64 are operators of
// the language; everything else is exact functions (language/functions/rounded.ts).

import { type Ex, ops, type Source, select, u32, u64 } from '../../language/expr.js';
import { type AluRow, rowsOf, SLOTS } from '../family.js';
import { EXCEPTIONS } from './exceptions.js';
import { byFunction, byOperator, quotient32, quotient64, root32, root64 } from './float-rows.js';
import {
  ARITHMETIC,
  F16,
  F32,
  F64,
  FLOATS,
  FLUSHES,
  type FloatKind,
  modifiersOf,
  N32,
  N64,
  type RoundingChoice,
  rounded,
} from './float-types.js';
import { NATIVE } from './native-floats.js';

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

export const FLOAT = rowsOf('IL_FLOAT', SLOTS, [
  ...arithmetic,
  ...integral,
  ...FLOATS.flatMap(signs),
  ...FLOATS.flatMap((type) => FLUSHES.flatMap((how) => extremes(type, how))),
  ...FLOATS.map(classified),
  ...NATIVE,
  ...EXCEPTIONS,
]);
