// Floating-point arithmetic (PRM 5.11 to 5.13) and native operations (5.14). To nearest, f32 and f64 are operators of
// the language; everything else is exact functions (language/functions/rounded.ts).

import { type Ex, ops, rarely, type Source, type Stmt, select, u32, u64 } from '../../language/expr.js';
import { type AluOperands, type AluRow, rowsOf, SLOTS } from '../family.js';
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
  type FloatOperators,
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

/** How the smaller and the greater of two numbers of a type are found. */
interface Extremes {
  readonly type: FloatKind;
  row(operands: AluOperands, ftz: boolean, isMinimum: boolean): Stmt;
}

/** Of a number and NaN the number; zeros in the order of their signs. */
function byOrder<F extends 'f32' | 'f64', B extends 'u32' | 'u64'>(n: FloatOperators<F, B>): Extremes {
  const row: Extremes['row'] = ({ D, S0, S1 }, ftz, isMinimum) => {
    const [x, y] = [S0, S1].map((source) => (ftz ? n.flush(n.read(source)) : n.read(source))) as [Ex<F>, Ex<F>];
    const [a, b] = [n.bits(x), n.bits(y)];
    const negative = ops.notB(n.equal(n.and(a, n.pattern(n.sign)), n.pattern(0n)));
    const before = ops.orB(n.less(x, y), ops.andB(n.same(x, y), negative));
    const number = isMinimum ? select(before, a, b) : select(before, b, a);
    const nan = select(ops.andB(n.isNan(x), n.isNan(y)), n.or(a, n.pattern(n.quiet)), select(n.isNan(x), b, a));
    return D.set(rarely(select(ops.orB(n.isNan(x), n.isNan(y)), nan, number)));
  };
  return { type: n.type, row };
}

const numberOfHalf = (source: Source): Ex<'f32'> => ops.f32FromF16(ops.and(source.u32, u32(0xffff)));

/** Subnormal bit patterns of 16 bits become zeros. */
const flushedHalf = (ftz: boolean, x: Ex<'u32'>): Ex<'u32'> =>
  ftz ? select(ops.eq(ops.and(x, u32(0x7c00)), u32(0)), ops.and(x, u32(0x8000)), x) : x;

const EXTREMES_OF_HALVES: Extremes = {
  type: F16,
  row: ({ D, S0, S1 }, ftz, isMinimum) => {
    const [x, y] = [numberOfHalf(S0), numberOfHalf(S1)];
    const [a, b] = [S0, S1].map(({ u32: bits }) => flushedHalf(ftz, ops.and(bits, u32(0xffff)))) as [
      Ex<'u32'>,
      Ex<'u32'>,
    ];
    const negative = ops.ltS(ops.asU32(x), u32(0));
    const before = ops.orB(ops.flt(x, y), ops.andB(ops.feq(x, y), negative));
    const number = isMinimum ? select(before, a, b) : select(before, b, a);
    const bothNan = ops.andB(ops.fisnan(x), ops.fisnan(y));
    const other = select(ops.fisnan(x), b, select(ops.fisnan(y), a, number));
    return D.set(select(bothNan, ops.or(a, u32(0x200)), other));
  },
};

const extremes = ({ type, row }: Extremes, how: RoundingChoice): AluRow[] =>
  (['min', 'max'] as const).map((name) => [
    `${name}${modifiersOf(how)}_${type.name}`,
    name === 'min' ? 'D = the smaller one' : 'D = the greater one',
    (operands) => [row(operands, how.ftz, name === 'min')],
  ]);

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
  ...[EXTREMES_OF_HALVES, byOrder(N32), byOrder(N64)].flatMap((each) => FLUSHES.flatMap((how) => extremes(each, how))),
  ...FLOATS.map(classified),
  ...NATIVE,
  ...EXCEPTIONS,
]);
