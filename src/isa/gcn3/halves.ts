// Halves of registers: sources and results of 16 bits, as the instruction selects them or as the chip does it.
//
// Results of 16 bits clear the other half of their register on gfx8, and on GFX9 in the instructions that gfx8 has
// under the same opcode; those that are new or renumbered on GFX9 (VOP3 from 0x1f1 on) keep it, and choose the half by
// op_sel[3]. Source: LLVM, GCNSubtarget::zeroesHigh16BitsOfDest and its comment.

import {
  call,
  type Destination,
  type Ex,
  f64,
  field,
  flag,
  ops,
  type Source,
  type Stmt,
  select,
  u32,
} from '../language/expr.js';

const { and, ne, or, shl, shrS, shrU } = ops;

const bit = (name: string, index: number): Ex<'b1'> => ne(and(shrU(field(name), u32(index)), u32(1)), u32(0));

/** The half of a source that op_sel selects, with modifiers of half precision. */
export const selectedHalf = (source: Source, index: number): Ex<'u32'> =>
  select(bit('op_sel', index), shrU(source.f16High, u32(16)), and(source.f16, u32(0xffff)));

/** The same without modifiers: an integer. */
export const selectedWord = (source: Source, index: number): Ex<'u32'> =>
  and(shrU(source.u32, select(bit('op_sel', index), u32(16), u32(0))), u32(0xffff));

export const signed16 = (x: Ex<'u32'>): Ex<'u32'> => shrS(shl(x, u32(16)), u32(16));
export const unsigned16 = (x: Ex<'u32'>): Ex<'u32'> => and(x, u32(0xffff));

/** The bit of op_sel for the result. */
const RESULT = 3;

/** 16 bits into the half that op_sel[3] selects; the other one stays. */
export const setHalf = (D: Destination, value: Ex<'u32'>): Stmt =>
  D.set(
    select(
      bit('op_sel', RESULT),
      or(and(D.u32, u32(0xffff)), shl(value, u32(16))),
      or(and(D.u32, u32(0xffff0000)), unsigned16(value)),
    ),
  );

/** omod and clamp of a result of half precision. */
export const halfResult = (value: Ex<'u32'>): Ex<'u32'> =>
  call('u32', 'f16_result', value, or(field('omod'), shl(field('clamp'), u32(2))));

export const clampSigned = (x: Ex<'u32'>, low: number, high: number): Ex<'u32'> => {
  const raised = select(ops.ltS(x, u32(low)), u32(low), x);
  return select(ops.ltS(u32(high), raised), u32(high), raised);
};

/** An integer result of 16 bits, saturated where clamp is set. `value` is exact. */
export const word = (value: Ex<'u32'>, signed: boolean): Ex<'u32'> => {
  const saturated = signed ? clampSigned(value, -0x8000, 0x7fff) : clampSigned(value, 0, 0xffff);
  return unsigned16(select(flag('clamp'), saturated, value));
};

export const half = {
  add: (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => call('u32', 'f16_add', a, b),
  sub: (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => call('u32', 'f16_sub', a, b),
  mul: (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => call('u32', 'f16_mul', a, b),
  fma: (a: Ex<'u32'>, b: Ex<'u32'>, c: Ex<'u32'>): Ex<'u32'> => call('u32', 'f16_fma', a, b, c),
  mad: (a: Ex<'u32'>, b: Ex<'u32'>, c: Ex<'u32'>): Ex<'u32'> => call('u32', 'f16_mad', a, b, c),
  min: (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => call('u32', 'f16_min', a, b),
  max: (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => call('u32', 'f16_max', a, b),
  ldexp: (a: Ex<'u32'>, b: Ex<'u32'>): Ex<'u32'> => call('u32', 'f16_ldexp', a, b),
  /** Operands that are denormal become zeros where MODE says so. */
  flushed: (a: Ex<'u32'>): Ex<'u32'> => call('u32', 'f16_flush', a),
  /** The same for results. */
  flushedResult: (a: Ex<'u32'>): Ex<'u32'> => call('u32', 'f16_flush_result', a),
  fromSingle: (a: Ex<'f32'>): Ex<'u32'> => call('u32', 'f16_from_f32', a),
  fromInteger: (a: Ex<'u32'>): Ex<'u32'> => call('u32', 'f16_from_integer', a),
  /** As single precision, exactly. */
  single: (a: Ex<'u32'>): Ex<'f32'> => ops.f32FromF16(call('u32', 'f16_flush', a)),
} as const;

const inUnits = (x: Ex<'u32'>, units: number): Ex<'f64'> =>
  ops.drint(ops.dmul(ops.f64FromF32(half.single(x)), f64(units)));

/** A half in units of 1 / 32767, to nearest: products of halves are exact in double precision. */
export const normalizedSigned = (x: Ex<'u32'>): Ex<'u32'> =>
  clampSigned(ops.sFromF64(inUnits(x, 32767)), -32767, 32767);
/** The same in units of 1 / 65535. */
export const normalizedUnsigned = (x: Ex<'u32'>): Ex<'u32'> => clampSigned(ops.sFromF64(inUnits(x, 65535)), 0, 65535);

/** A value in one half of a register; the other half stays. */
export const inHalf = (D: Destination, value: Ex<'u32'>, high: boolean): Ex<'u32'> =>
  high ? or(and(D.u32, u32(0xffff)), shl(value, u32(16))) : or(and(D.u32, u32(0xffff0000)), and(value, u32(0xffff)));
