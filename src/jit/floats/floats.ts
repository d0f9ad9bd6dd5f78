// f32 operators on four lanes: round to nearest even; denormals flushed where the mode says so.

import type { Ex, OpName } from '../../isa/language/expr.js';
import type { WidthMode } from '../../isa/language/softfloat.js';
import type { VectorPair, VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import type { SIMD } from '../wasm/opcodes.js';
import { sumToOdd } from './fma64.js';

type OpNode = Extract<Ex, { kind: 'op' }>;
type SimdName = keyof typeof SIMD;

/** The operators here: those that compute (their NaN has any payload until it is looked at), and the others. */
export const FLOAT_NAMES: ReadonlyMap<OpName, 'arithmetic' | 'other'> = new Map<OpName, 'arithmetic' | 'other'>([
  ...(['fadd', 'fsub', 'fmul', 'ffma', 'ffloor', 'fceil', 'ftrunc', 'frint', 'f32FromF64'] as const).map(
    (name) => [name, 'arithmetic'] as const,
  ),
  ...(['fneg', 'fabs', 'fflush', 'feq', 'fne', 'flt', 'fle', 'fisnan', 'f32FromU', 'f32FromS'] as const).map(
    (name) => [name, 'other'] as const,
  ),
  ...(['uFromF32', 'sFromF32', 'uFromF64', 'sFromF64'] as const).map((name) => [name, 'other'] as const),
]);

/** Operators that round: they need round to nearest even. */
export const ROUNDING: ReadonlySet<OpName> = new Set<OpName>([
  'fadd',
  'fsub',
  'fmul',
  'ffma',
  'f32FromF64',
  'f32FromU',
  'f32FromS',
]);

/** Operators whose result depends on whether a f32 operand is a denormal or a zero. */
const SEES_DENORMALS: ReadonlySet<OpName> = new Set<OpName>([
  ...(['fadd', 'fsub', 'fmul', 'ffma', 'ffloor', 'fceil', 'ftrunc', 'frint', 'feq', 'fne', 'flt', 'fle'] as const),
  'f64FromF32',
]);
export const readsDenormals = (node: OpNode): boolean => SEES_DENORMALS.has(node.op);

/** Operators that keep denormals even while the processor takes them for zeros: they look for them. */
export const CHECKED: ReadonlySet<OpName> = new Set<OpName>(['fadd', 'fsub', 'fmul', 'ffma']);

const SIGN = -0x8000_0000;
const SIZE = 0x7fff_ffff;
const MIN_NORMAL = 0x0080_0000;
const [ONE, MINUS_ONE] = [0x3f80_0000, -0x4080_0000] as const;

export function widthMode({ mode: { f32 } }: VectorValues, { denorm }: OpNode): WidthMode {
  if (denorm === undefined) return f32;
  const flushes = denorm === 'flush';
  return { round: f32.round, flushInputs: flushes, flushResults: flushes };
}

/** A copy of four floats without denormals. */
export function flushed(v: VectorValues, x: Local): Local {
  const { b } = v;
  if (v.run.normal.has(x)) return x;
  const result = v.keep(() => {
    b.get(x);
    b.get(x).words(SIZE).simd('v128.and').words(MIN_NORMAL).simd('i32x4.lt_s').words(SIZE).simd('v128.and');
    b.simd('v128.andnot');
  });
  v.run.normal.add(result);
  return result;
}

/** An operand; flushed before the loop when it is the same in all lanes. */
function input(v: VectorValues, node: Ex, mode: WidthMode): Local {
  if (!mode.flushInputs) return v.zeroesDenormals ? v.word(node) : v.number(node);
  const x = v.number(node);
  if (v.zeroesDenormals) return x;
  if (node.kind === 'const' && isNormal(Number(node.bits))) return x;
  return v.flushedOnce(x);
}

const isNormal = (bits: number): boolean => (bits & 0x7f80_0000) !== 0 || (bits & 0x7f_ffff) === 0;

const BINARY: Readonly<Partial<Record<OpName, SimdName>>> = {
  fadd: 'f32x4.add',
  fsub: 'f32x4.sub',
  fmul: 'f32x4.mul',
  feq: 'f32x4.eq',
  fne: 'f32x4.ne',
  flt: 'f32x4.lt',
  fle: 'f32x4.le',
};
const UNARY: Readonly<Partial<Record<OpName, SimdName>>> = {
  ffloor: 'f32x4.floor',
  fceil: 'f32x4.ceil',
  ftrunc: 'f32x4.trunc',
  frint: 'f32x4.nearest',
};
const FROM_INTEGER: Readonly<Partial<Record<OpName, SimdName>>> = {
  f32FromU: 'f32x4.convert_i32x4_u',
  f32FromS: 'f32x4.convert_i32x4_s',
  uFromF32: 'i32x4.trunc_sat_f32x4_u',
  sFromF32: 'i32x4.trunc_sat_f32x4_s',
};

/** A result as the mode wants it. */
function resultOf(v: VectorValues, x: Local, { flushResults }: WidthMode): Local {
  if (!flushResults) return x;
  if (!v.zeroesDenormals) return flushed(v, x);
  v.run.floats.mark(x, { nan: false, denormal: true });
  return x;
}

/** The result of an operator of FLOAT_NAMES. */
export function emitFloat(v: VectorValues, node: OpNode): Local {
  const mode = widthMode(v, node);
  const result = emitOperator(v, node, mode);
  if (v.zeroesDenormals && !mode.flushInputs && CHECKED.has(node.op)) replaceDenormal(v, node, result);
  return result;
}

/** Does an operation anew, exactly, where an operand is a denormal that the processor has taken for a zero. */
function replaceDenormal(v: VectorValues, node: OpNode, result: Local): void {
  const { b } = v;
  const [x, y, z] = node.args.map((arg) => v.word(arg)) as [Local, Local, Local];
  const suspects = node.args.filter((arg) => arg.kind !== 'const' || !isNormal(Number(arg.bits)));
  if (suspects.length === 0) return;
  suspects.forEach((arg, index) => {
    b.get(v.word(arg)).words(SIZE).simd('v128.and').words(1).simd('i32x4.sub');
    b.words(MIN_NORMAL - 1).simd('i32x4.lt_u');
    if (index > 0) b.simd('v128.or');
  });
  b.simd('v128.any_true').if();
  v.run.detour(() => computeExactly(v, node, result, [x, y, z]));
  b.end();
}

/** x + y = x * 1 + y, x - y = y * -1 + x, x * y = x * y + -0: each with one rounding. */
function computeExactly(v: VectorValues, node: OpNode, result: Local, [x, y, z]: readonly [Local, Local, Local]): void {
  const { b } = v;
  b.get(node.op === 'fsub' ? y : x);
  if (node.op === 'fadd') b.words(ONE);
  else if (node.op === 'fsub') b.words(MINUS_ONE);
  else b.get(y);
  if (node.op === 'fmul') b.words(SIGN);
  else b.get(node.op === 'fadd' ? y : node.op === 'fsub' ? x : z);
  b.call(v.run.machine.calls.exactMultiplyAdd()).set(result);
}

function emitOperator(v: VectorValues, node: OpNode, mode: WidthMode): Local {
  const { b } = v;
  const [a, second] = node.args;
  const binary = BINARY[node.op];
  if (binary) {
    const [x, y] = [input(v, a, mode), input(v, second, mode)];
    const result = v.keep(() => b.get(x).get(y).simd(binary));
    return ROUNDING.has(node.op) ? resultOf(v, result, mode) : result;
  }
  const unary = UNARY[node.op];
  if (unary) {
    const x = input(v, a, mode);
    return v.keep(() => b.get(x).simd(unary));
  }
  const conversion = FROM_INTEGER[node.op];
  if (conversion) {
    // Bits of an integer are what they are, also when arithmetic has left a NaN there.
    const x = node.ty === 'f32' ? v.word(a) : v.number(a);
    const result = v.keep(() => b.get(x).simd(conversion));
    if (node.ty === 'f32') v.run.normal.add(result);
    return result;
  }
  return emitOther(v, node, mode);
}

function emitOther(v: VectorValues, node: OpNode, mode: WidthMode): Local {
  const { b } = v;
  const a = node.args[0];
  switch (node.op) {
    case 'ffma':
      return fused(v, node, mode);
    case 'fneg':
      return v.keep(() => b.get(v.word(a)).words(SIGN).simd('v128.xor'));
    case 'fabs':
      return v.keep(() => b.get(v.word(a)).words(SIZE).simd('v128.and'));
    case 'fflush': {
      const x = v.word(a);
      return mode.flushInputs || mode.flushResults ? v.flushedOnce(x) : x;
    }
    case 'fisnan': {
      const x = v.number(a);
      return v.keep(() => b.get(x).get(x).simd('f32x4.ne'));
    }
    case 'f32FromF64': {
      return resultOf(v, narrow(v, v.numbers(a), 'f32x4.demote_f64x2_zero'), mode);
    }
    default:
      return narrow(
        v,
        v.numbers(a),
        node.op === 'uFromF64' ? 'i32x4.trunc_sat_f64x2_u_zero' : 'i32x4.trunc_sat_f64x2_s_zero',
      );
  }
}

/** Two conversions of two lanes to one vector of four. */
function narrow(v: VectorValues, [low, high]: VectorPair, name: SimdName): Local {
  return v.keep(() => v.b.get(low).simd(name).get(high).simd(name).shuffle([0, 1, 4, 5]));
}

/** Four f32 as two times two f64. */
export function widen(v: VectorValues, x: Local): VectorPair {
  const { b } = v;
  return [
    v.keep(() => b.get(x).simd('f64x2.promote_low_f32x4')),
    v.keep(() => b.get(x).get(x).shuffle([2, 3, 2, 3]).simd('f64x2.promote_low_f32x4')),
  ];
}

/** 2 ** -125 as the high word of a f64: sums below it may round to a denormal f32. */
const TINY_HIGH = (1023 - 125) << 20;

/**
 * a * b + c with one rounding. The f64 product is exact; the f64 sum rounds to the right f32 unless it lies exactly
 * half-way between two of them (or in the range of denormals): then it is rounded to odd first, which keeps what it
 * lost in its last bit.
 */
function fused(v: VectorValues, node: OpNode, mode: WidthMode): Local {
  const { b } = v;
  const inputs = node.args.map((arg) => input(v, arg, mode));
  if (v.run.machine.options.fused) {
    for (const local of inputs) b.get(local);
    return resultOf(
      v,
      v.keep(() => b.simd('f32x4.relaxed_madd')),
      mode,
    );
  }
  const [x, y, z] = inputs.map((local) => widen(v, local)) as [VectorPair, VectorPair, VectorPair];
  const ofHalves = (emit: (half: 0 | 1) => Local): VectorPair => [emit(0), emit(1)];
  const products = ofHalves((half) => v.keep(() => b.get(x[half]).get(y[half]).simd('f64x2.mul')));
  const sums = ofHalves((half) => v.keep(() => b.get(products[half]).get(z[half]).simd('f64x2.add')));
  const doubtful = ofHalves((half) => v.keep(() => pushDoubtful(v, sums[half])));
  b.get(doubtful[0]).get(doubtful[1]).simd('v128.or').simd('v128.any_true').if();
  for (const half of [0, 1] as const) {
    const odd = sumToOdd(v, products[half], z[half]);
    b.get(odd).get(sums[half]).get(doubtful[half]).simd('v128.bitselect').set(sums[half]);
  }
  b.end();
  const result = narrow(v, sums, 'f32x4.demote_f64x2_zero');
  return resultOf(v, result, mode);
}

/** Pushes whether sums are half-way between two f32, or so small that other bits decide. */
function pushDoubtful({ b }: VectorValues, sum: Local): void {
  b.get(sum).v128([0x1fff_ffff, 0, 0x1fff_ffff, 0]).simd('v128.and');
  b.v128([0x1000_0000, 0, 0x1000_0000, 0]).simd('i64x2.eq');
  b.get(sum).simd('f64x2.abs').v128([0, TINY_HIGH, 0, TINY_HIGH]).simd('f64x2.lt');
  b.get(sum).v128([0, 0, 0, 0]).simd('f64x2.ne').simd('v128.and').simd('v128.or');
}
