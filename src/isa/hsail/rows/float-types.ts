// The three floating-point types of HSAIL behind one interface: how rows read them, write them and compute with them.

import {
  call,
  type Destination,
  type Ex,
  flushing,
  ops,
  rarely,
  type Source,
  type Stmt,
  select,
  u32,
  u64,
} from '../../language/expr.js';
import { HOW } from '../../language/functions/rounded.js';

export const ROUNDINGS = { near: 0, up: 1, down: 2, zero: 3 } as const;
export type Rounding = keyof typeof ROUNDINGS;

/** Modifiers of an instruction's arithmetic. */
export interface RoundingChoice {
  readonly rounding: Rounding;
  readonly ftz: boolean;
}

/** The words in a mnemonic between opcode and type. */
export const modifiersOf = ({ rounding, ftz }: RoundingChoice): string =>
  `${ftz ? '_ftz' : ''}${rounding === 'near' ? '' : `_${rounding}`}`;

export const ARITHMETIC: readonly RoundingChoice[] = [false, true].flatMap((ftz) =>
  (Object.keys(ROUNDINGS) as Rounding[]).map((rounding) => ({ rounding, ftz })),
);
export const FLUSHES: readonly RoundingChoice[] = [false, true].map((ftz) => ({ rounding: 'near', ftz }));

/** A number as a bit pattern in the low bits of 64, as the functions of `rounded.ts` take it. */
type Pattern = Ex<'u64'>;

export interface FloatKind {
  readonly name: 'f16' | 'f32' | 'f64';
  readonly bits: 16 | 32 | 64;
  /** Of HOW.format. */
  readonly number: number;
  read(source: Source): Pattern;
  write(to: Destination, value: Pattern): Stmt;
}

export const F16: FloatKind = {
  name: 'f16',
  bits: 16,
  number: 0,
  read: (source) => ops.zext64(ops.and(source.u32, u32(0xffff))),
  write: (to, value) => to.set(ops.lo(value)),
};
export const F32: FloatKind = {
  name: 'f32',
  bits: 32,
  number: 1,
  read: (source) => ops.zext64(source.u32),
  write: (to, value) => to.set(ops.lo(value)),
};
export const F64: FloatKind = {
  name: 'f64',
  bits: 64,
  number: 2,
  read: (source) => source.u64,
  write: (to, value) => to.set(value),
};
export const FLOATS = [F16, F32, F64] as const;

/** The argument of functions of `rounded.ts`. */
export const how = ({ number }: FloatKind, { rounding, ftz }: RoundingChoice, more = 0): Ex<'u32'> =>
  u32((ROUNDINGS[rounding] << HOW.round) | (Number(ftz) << HOW.flush) | (number << HOW.format) | more);

export const rounded = (
  name: string,
  type: FloatKind,
  arithmetic: RoundingChoice,
  ...args: readonly Pattern[]
): Pattern => call('u64', name, ...args, how(type, arithmetic));

/** A width for which the language has operators. */
export interface FloatOperators<F extends 'f32' | 'f64', B extends 'u32' | 'u64'> {
  readonly type: FloatKind;
  read(source: Source): Ex<F>;
  bits(x: Ex<F>): Ex<B>;
  number(bits: Ex<B>): Ex<F>;
  pattern(bits: bigint): Ex<B>;
  and(a: Ex<B>, b: Ex<B>): Ex<B>;
  or(a: Ex<B>, b: Ex<B>): Ex<B>;
  equal(a: Ex<B>, b: Ex<B>): Ex<'b1'>;
  isNan(x: Ex<F>): Ex<'b1'>;
  /** Subnormal numbers become zeros of their sign. */
  flush(x: Ex<F>): Ex<F>;
  /** The same operator with subnormal operands and results flushed; absent where the language has none. */
  readonly flushing?: (operator: Ex<F>) => Ex<F>;
  less(a: Ex<F>, b: Ex<F>): Ex<'b1'>;
  lessOrEqual(a: Ex<F>, b: Ex<F>): Ex<'b1'>;
  same(a: Ex<F>, b: Ex<F>): Ex<'b1'>;
  readonly sign: bigint;
  readonly exponent: bigint;
  readonly quiet: bigint;
}

export const N32: FloatOperators<'f32', 'u32'> = {
  type: F32,
  read: (source) => source.f32,
  bits: ops.asU32,
  number: ops.asF32,
  pattern: (bits) => u32(Number(bits)),
  and: ops.and,
  or: ops.or,
  equal: ops.eq,
  isNan: ops.fisnan,
  flush: (x) => flushing(ops.fflush(x)),
  flushing,
  less: ops.flt,
  lessOrEqual: ops.fle,
  same: ops.feq,
  sign: 0x8000_0000n,
  exponent: 0x7f80_0000n,
  quiet: 0x40_0000n,
};

export const N64: FloatOperators<'f64', 'u64'> = {
  type: F64,
  read: (source) => source.f64,
  bits: ops.asU64,
  number: ops.asF64,
  pattern: u64,
  and: ops.and64,
  or: ops.or64,
  equal: ops.eq64,
  isNan: ops.disnan,
  flush: (x) => {
    const bits = ops.asU64(x);
    const isSmall = ops.eq64(ops.and64(bits, u64(N64.exponent)), u64(0n));
    return ops.asF64(select(isSmall, ops.and64(bits, u64(N64.sign)), bits));
  },
  less: ops.dlt,
  lessOrEqual: ops.dle,
  same: ops.deq,
  sign: 0x8000_0000_0000_0000n,
  exponent: 0x7ff0_0000_0000_0000n,
  quiet: 0x8_0000_0000_0000n,
};

/**
 * The bits of a result: where it is a NaN, those of the first operand that is one, made quiet (PRM 4.19.4, Full
 * profile).
 */
export function withNan<F extends 'f32' | 'f64', B extends 'u32' | 'u64'>(
  n: FloatOperators<F, B>,
  result: Ex<F>,
  operands: readonly Ex<F>[],
): Ex<B> {
  const nan = operands.reduceRight<Ex<B>>(
    (otherwise, operand) => select(n.isNan(operand), n.or(n.bits(operand), n.pattern(n.quiet)), otherwise),
    n.pattern(n.exponent | n.quiet),
  );
  return rarely(select(n.isNan(result), nan, n.bits(result)));
}
