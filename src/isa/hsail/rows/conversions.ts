// Conversions (PRM 5.19). Names: cvt, modifiers, result, source. Whether a conversion saturates does not matter: what
// is not defined without saturation saturates, too. Nor does whether it signals.

import {
  call,
  type Destination,
  type Ex,
  ops,
  rarely,
  type Source,
  type Stmt,
  select,
  u32,
  u64,
} from '../../language/expr.js';
import { HOW } from '../../language/functions/rounded.js';
import { type AluRow, rowsOf, SLOTS } from '../family.js';
import {
  ARITHMETIC,
  F32,
  F64,
  FLOATS,
  FLUSHES,
  type FloatKind,
  how,
  modifiersOf,
  N32,
  N64,
  type Rounding,
  type RoundingChoice,
} from './float-types.js';
import { truth } from './integers.js';

interface IntegerType {
  readonly name: string;
  readonly bits: 8 | 16 | 32 | 64;
  readonly signed: boolean;
}
const INTEGERS: readonly IntegerType[] = ([8, 16, 32, 64] as const).flatMap((bits) =>
  [false, true].map((signed) => ({ name: `${signed ? 's' : 'u'}${bits}`, bits, signed })),
);

/** The low bits of a word, extended. */
export function narrowed({ bits, signed }: Pick<IntegerType, 'bits' | 'signed'>, word: Ex<'u32'>): Ex<'u32'> {
  if (bits >= 32) return word;
  const up = u32(32 - bits);
  return signed ? ops.shrS(ops.shl(word, up), up) : ops.and(word, u32((1 << bits) - 1));
}

/** An integer with its sign in 64 bits. */
function wide(type: IntegerType, source: Source): Ex<'u64'> {
  if (type.bits === 64) return source.u64;
  const word = narrowed(type, source.u32);
  return type.signed ? ops.sext64(word) : ops.zext64(word);
}

const put = (type: IntegerType, to: Destination, value: Ex<'u64'>): Stmt =>
  type.bits === 64 ? to.set(value) : to.set(narrowed(type, ops.lo(value)));

const resize: readonly AluRow[] = INTEGERS.flatMap((to) =>
  INTEGERS.filter((from) => from.name !== to.name).map(
    (from): AluRow => [
      `cvt_${to.name}_${from.name}`,
      `D = S0 as ${to.name}`,
      ({ D, S0 }) => [put(to, D, wide(from, S0))],
    ],
  ),
);

const ONES: Readonly<Record<string, bigint>> = { f16: 0x3c00n, f32: 0x3f80_0000n, f64: 0x3ff0_0000_0000_0000n };

/** The magnitude of a number as an integer pattern. */
const magnitude = (type: FloatKind, source: Source): Ex<'u64'> =>
  ops.and64(type.read(source), u64((1n << BigInt(type.bits - 1)) - 1n));

/** The largest pattern of a subnormal number. */
const SUBNORMAL: Readonly<Record<string, bigint>> = { f16: 0x3ffn, f32: 0x7f_ffffn, f64: 0xf_ffff_ffff_ffffn };

const truths: readonly AluRow[] = [
  ...INTEGERS.flatMap((type): AluRow[] => [
    [`cvt_b1_${type.name}`, 'D = S0 is not 0', ({ D, S0 }) => [D.set(ops.fromBool(ops.ne64(wide(type, S0), u64(0n))))]],
    [`cvt_${type.name}_b1`, 'D = 0 or 1', ({ D, S0 }) => [put(type, D, ops.zext64(ops.fromBool(truth(S0))))]],
  ]),
  ...FLOATS.flatMap((type): AluRow[] => [
    ...FLUSHES.map(
      (each): AluRow => [
        `cvt${modifiersOf(each)}_b1_${type.name}`,
        'D = S0 is not 0',
        ({ D, S0 }) => [
          D.set(ops.fromBool(ops.ltU64(u64(each.ftz ? SUBNORMAL[type.name]! : 0n), magnitude(type, S0)))),
        ],
      ],
    ),
    [
      `cvt_${type.name}_b1`,
      'D = 0.0 or 1.0',
      ({ D, S0 }) => [type.write(D, select(truth(S0), u64(ONES[type.name]!), u64(0n)))],
    ],
  ]),
];

/** Roundings of conversions to integers, as HSAIL spells them. */
const TO_INTEGER: readonly (readonly [string, Rounding])[] = [
  ['zeroi', 'zero'],
  ['neari', 'near'],
  ['upi', 'up'],
  ['downi', 'down'],
];

/** Operators of the language that do the same. */
const TRUNCATIONS: Readonly<Record<string, (source: Source) => Ex<'u32'>>> = {
  u32_f32: (source) => ops.uFromF32(source.f32),
  s32_f32: (source) => ops.sFromF32(source.f32),
  u32_f64: (source) => ops.uFromF64(source.f64),
  s32_f64: (source) => ops.sFromF64(source.f64),
};

const INTEGRAL32: Readonly<Record<Rounding, (x: Ex<'f32'>) => Ex<'f32'>>> = {
  zero: (x) => x,
  near: ops.frint,
  up: ops.fceil,
  down: ops.ffloor,
};

/** Truncated, a subnormal number is 0 in any case; rounded otherwise it need not be. */
function directInteger(types: string, rounding: Rounding, ftz: boolean): ((source: Source) => Ex<'u32'>) | undefined {
  if (rounding === 'zero') return TRUNCATIONS[types];
  if (ftz || (types !== 'u32_f32' && types !== 's32_f32')) return undefined;
  const integer = types === 'u32_f32' ? ops.uFromF32 : ops.sFromF32;
  return (source) => integer(INTEGRAL32[rounding](source.f32));
}

const toIntegers: readonly AluRow[] = INTEGERS.flatMap((to) =>
  FLOATS.flatMap((from) =>
    TO_INTEGER.flatMap(([spelling, rounding]) =>
      [false, true].map((ftz): AluRow => {
        const more = (Number(to.signed) << HOW.signed) | (Math.log2(to.bits / 8) << HOW.width);
        const direct = directInteger(`${to.name}_${from.name}`, rounding, ftz);
        const general = (source: Source): Ex<'u64'> =>
          call('u64', 'float_to_integer', from.read(source), how(from, { rounding, ftz }, more));
        return [
          `cvt${ftz ? '_ftz' : ''}_${spelling}_${to.name}_${from.name}`,
          `D = S0 as ${to.name}`,
          ({ D, S0 }) => [direct ? D.set(direct(S0)) : put(to, D, general(S0))],
        ];
      }),
    ),
  ),
);

const fromIntegers: readonly AluRow[] = FLOATS.flatMap((to) =>
  INTEGERS.flatMap((from) =>
    ARITHMETIC.filter(({ ftz }) => !ftz).map((each): AluRow => {
      const more = Number(from.signed) << HOW.signed;
      const word = (source: Source): Ex<'u32'> => narrowed(from, source.u32);
      const isDirect = from.bits <= 32 && to !== FLOATS[0] && (to === F64 || each.rounding === 'near');
      const semantics = (D: Destination, S0: Source): Stmt => {
        if (isDirect && to === F32) return D.set(from.signed ? ops.f32FromS(word(S0)) : ops.f32FromU(word(S0)));
        if (isDirect) return D.set(from.signed ? ops.f64FromS(word(S0)) : ops.f64FromU(word(S0)));
        return to.write(D, call('u64', 'integer_to_float', wide(from, S0), how(to, each, more)));
      };
      return [
        `cvt${modifiersOf(each)}_${to.name}_${from.name}`,
        `D = S0 as ${to.name}`,
        ({ D, S0 }) => [semantics(D, S0)],
      ];
    }),
  ),
);

const between = (to: FloatKind, from: FloatKind, each: RoundingChoice): AluRow => [
  `cvt${modifiersOf(each)}_${to.name}_${from.name}`,
  `D = S0 as ${to.name}`,
  ({ D, S0 }) => [to.write(D, call('u64', 'float_to_float', from.read(S0), how(from, each, to.number << HOW.result)))],
];

const floats: readonly AluRow[] = FLOATS.flatMap((to) =>
  FLOATS.filter((from) => from !== to).flatMap((from) =>
    ARITHMETIC.map((each): AluRow => {
      if (each.ftz || each.rounding !== 'near') return between(to, from, each);
      if (to === F32 && from === F64)
        return [
          'cvt_f32_f64',
          'D = S0 as f32',
          ({ D, S0 }) => {
            const bits = S0.u64;
            const nan = ops.or(
              ops.or(ops.and(ops.hi(bits), u32(0x8000_0000)), u32(0x7fc0_0000)),
              ops.and(ops.lo(ops.shrU64(bits, u32(29))), u32(0x7f_ffff)),
            );
            return [D.set(rarely(select(N64.isNan(S0.f64), nan, ops.asU32(ops.f32FromF64(S0.f64)))))];
          },
        ];
      if (to === F64 && from === F32)
        return [
          'cvt_f64_f32',
          'D = S0 as f64',
          ({ D, S0 }) => {
            const nan = ops.pack(
              ops.shl(S0.u32, u32(29)),
              ops.or(
                ops.and(S0.u32, u32(0x8000_0000)),
                ops.or(u32(0x7ff8_0000), ops.shrU(ops.and(S0.u32, u32(0x7f_ffff)), u32(3))),
              ),
            );
            return [D.set(select(N32.isNan(S0.f32), nan, N64.bits(ops.f64FromF32(S0.f32))))];
          },
        ];
      return between(to, from, each);
    }),
  ),
);

export const CONVERT = rowsOf('IL_CONVERT', SLOTS, [...resize, ...truths, ...toIntegers, ...fromIntegers, ...floats]);
