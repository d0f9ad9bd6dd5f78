// Integer operators on four lanes.

import type { Ex, OperatorArguments, OpName } from '../../isa/language/expr.js';
import { emitFloat64, FLOAT64_WIDE } from '../floats/doubles.js';
import { HALF_OPERATORS } from '../floats/half-floats.js';
import { reverseBits } from '../scalar/operators.js';
import type { Local } from '../wasm/function-builder.js';
import type { OP, SIMD } from '../wasm/opcodes.js';
import type { VectorPair, VectorValues } from './vector-values.js';

type Emit = (v: VectorValues, args: OperatorArguments) => void;
type SimdName = keyof typeof SIMD;
type Name = keyof typeof OP;

/** All operands as words, then instructions. */
const words =
  (...names: readonly SimdName[]): Emit =>
  (v, args) => {
    for (const arg of args) v.b.get(v.word(arg));
    for (const name of names) v.b.simd(name);
  };

/** One lane after the other with scalar instructions. */
const lanes =
  (...names: readonly Name[]): Emit =>
  (v, args) =>
    perLane(v, args, () => {
      for (const name of names) v.b.op(name);
    });

function perLane(v: VectorValues, args: OperatorArguments, emit: () => void): void {
  const locals = args.map((arg) => v.word(arg));
  for (let lane = 0; lane < 4; lane++) {
    for (const local of locals) v.b.get(local).lane('i32x4.extract_lane', lane);
    emit();
    if (lane === 0) v.b.simd('i32x4.splat');
    else spill(v, lane);
  }
}

/** Puts the i32 on the stack into a lane of the vector below it. */
const spill = (v: VectorValues, lane: number): void => {
  v.b.lane('i32x4.replace_lane', lane);
};

const shift =
  (vector: SimdName, scalar: Name): Emit =>
  (v, args) => {
    const [value, count] = args;
    if (!v.isUniform(count)) return lanes(scalar)(v, args);
    v.b.get(v.word(value));
    // The host's compiler has better code for a number.
    if (count.kind === 'const') v.b.i32(Number(count.bits) & 31).simd(vector);
    else v.b.get(v.scalar(count)).simd(vector);
  };

/** High words of 64-bit products. */
const highProduct =
  (low: SimdName, high: SimdName): Emit =>
  (v, [a, b]) => {
    const [x, y] = [v.word(a), v.word(b)];
    v.b.get(x).get(y).simd(low).get(x).get(y).simd(high).shuffle([1, 3, 5, 7]);
  };

const compare64 =
  (name: SimdName, swap = false, unsigned = false): Emit =>
  (v, args) => {
    const [a, b] = (swap ? [...args].reverse() : args) as [Ex, Ex];
    const [x, y] = [v.pair(a), v.pair(b)];
    for (const half of [0, 1] as const) {
      for (const operand of [x[half], y[half]]) {
        v.b.get(operand);
        if (unsigned) v.b.v128([0, -0x8000_0000, 0, -0x8000_0000]).simd('v128.xor');
      }
      v.b.simd(name);
    }
    v.b.shuffle([0, 2, 4, 6]);
  };

const choose: Emit = (v, [condition, then, otherwise]) => {
  v.b.get(v.word(then)).get(v.word(otherwise)).get(v.word(condition)).simd('v128.bitselect');
};

const halfWord =
  (which: 0 | 1): Emit =>
  (v, [a]) => {
    v.b.get(v.half(v.pair(a), which));
  };

/** Counts of 64 bits from counts of the words. */
const count64 =
  (name: 'i32.clz' | 'i32.ctz', firstHalf: 0 | 1): Emit =>
  (v, [a]) => {
    const pair = v.pair(a);
    const [first, second] = [v.half(pair, firstHalf), v.half(pair, firstHalf === 0 ? 1 : 0)];
    for (let lane = 0; lane < 4; lane++) {
      v.b.get(first).lane('i32x4.extract_lane', lane).op(name);
      v.b.get(second).lane('i32x4.extract_lane', lane).op(name).i32(32).op('i32.add');
      v.b.get(first).lane('i32x4.extract_lane', lane).op('select');
      if (lane === 0) v.b.simd('i32x4.splat');
      else spill(v, lane);
    }
  };

const popcount = (v: VectorValues, local: Local): void => {
  v.b.get(local).simd('i8x16.popcnt').simd('i16x8.extadd_pairwise_i8x16_u').simd('i32x4.extadd_pairwise_i16x8_u');
};

export const VECTOR_OPERATORS: Readonly<Partial<Record<OpName, Emit>>> = {
  add: words('i32x4.add'),
  sub: words('i32x4.sub'),
  mul: words('i32x4.mul'),
  mulHiU: highProduct('i64x2.extmul_low_i32x4_u', 'i64x2.extmul_high_i32x4_u'),
  mulHiS: highProduct('i64x2.extmul_low_i32x4_s', 'i64x2.extmul_high_i32x4_s'),
  and: words('v128.and'),
  or: words('v128.or'),
  xor: words('v128.xor'),
  not: words('v128.not'),
  shl: shift('i32x4.shl', 'i32.shl'),
  shrU: shift('i32x4.shr_u', 'i32.shr_u'),
  shrS: shift('i32x4.shr_s', 'i32.shr_s'),
  eq: words('i32x4.eq'),
  ne: words('i32x4.ne'),
  ltU: words('i32x4.lt_u'),
  leU: words('i32x4.le_u'),
  ltS: words('i32x4.lt_s'),
  leS: words('i32x4.le_s'),
  clz: lanes('i32.clz'),
  ctz: lanes('i32.ctz'),
  popcnt: (v, [a]) => popcount(v, v.word(a)),
  brev: (v, args) => perLane(v, args, () => reverseBits(v.b)),
  eq64: compare64('i64x2.eq'),
  ne64: compare64('i64x2.ne'),
  ltS64: compare64('i64x2.lt_s'),
  leS64: compare64('i64x2.le_s'),
  ltU64: compare64('i64x2.lt_s', false, true),
  leU64: compare64('i64x2.le_s', false, true),
  clz64: count64('i32.clz', 1),
  ctz64: count64('i32.ctz', 0),
  popcnt64: (v, [a]) => {
    const pair = v.pair(a);
    popcount(v, v.half(pair, 0));
    popcount(v, v.half(pair, 1));
    v.b.simd('i32x4.add');
  },
  lo: halfWord(0),
  hi: halfWord(1),
  andB: words('v128.and'),
  orB: words('v128.or'),
  xorB: words('v128.xor'),
  notB: words('v128.not'),
  fromBool: (v, [a]) => {
    v.b.get(v.word(a)).words(1).simd('v128.and');
  },
  selU32: choose,
  selB: choose,
  selF32: choose,
  asU32: words(),
  asF32: words(),
  ...HALF_OPERATORS,
  deq: emitFloat64('f64x2.eq'),
  dne: emitFloat64('f64x2.ne'),
  dlt: emitFloat64('f64x2.lt'),
  dle: emitFloat64('f64x2.le'),
  disnan: emitFloat64('f64x2.ne', true),
};

type EmitWide = (v: VectorValues, args: OperatorArguments, node: Extract<Ex, { kind: 'op' }>) => VectorPair;

/** An instruction on both halves. */
export const halves =
  (emit: (v: VectorValues, half: 0 | 1) => void) =>
  (v: VectorValues): VectorPair => [v.keep(() => emit(v, 0)), v.keep(() => emit(v, 1))];

const wides =
  (name: SimdName): EmitWide =>
  (v, args) =>
    halves((_v, half) => {
      for (const arg of args) v.b.get(v.pair(arg)[half]);
      v.b.simd(name);
    })(v);

const shift64 =
  (vector: SimdName, scalar: Name): EmitWide =>
  (v, [value, count]) => {
    const pair = v.pair(value);
    if (v.isUniform(count)) {
      const n = v.scalar(count);
      return halves((_v, half) => v.b.get(pair[half]).get(n).simd(vector))(v);
    }
    const n = v.word(count);
    return halves((_v, half) => {
      for (const lane of [0, 1]) {
        v.b.get(pair[half]).lane('i64x2.extract_lane', lane);
        v.b
          .get(n)
          .lane('i32x4.extract_lane', half * 2 + lane)
          .op('i64.extend_i32_u')
          .op(scalar);
        if (lane === 0) v.b.simd('i64x2.splat');
        else v.b.lane('i64x2.replace_lane', 1);
      }
    })(v);
  };

const extend =
  (low: SimdName, high: SimdName): EmitWide =>
  (v, [a, b]) => {
    const push = (): void => {
      v.b.get(v.word(a));
      if (b) v.b.get(v.word(b));
    };
    return [
      v.keep(() => {
        push();
        v.b.simd(low);
      }),
      v.keep(() => {
        push();
        v.b.simd(high);
      }),
    ];
  };

const choose64: EmitWide = (v, [condition, then, otherwise]) => {
  const mask = v.word(condition);
  const [x, y] = [v.pair(then), v.pair(otherwise)];
  const wideMask = v.interleave(mask, mask);
  return halves((_v, half) => v.b.get(x[half]).get(y[half]).get(wideMask[half]).simd('v128.bitselect'))(v);
};

export const WIDE_VECTOR_OPERATORS: Readonly<Partial<Record<OpName, EmitWide>>> = {
  add64: wides('i64x2.add'),
  sub64: wides('i64x2.sub'),
  mul64: wides('i64x2.mul'),
  and64: wides('v128.and'),
  or64: wides('v128.or'),
  xor64: wides('v128.xor'),
  not64: wides('v128.not'),
  shl64: shift64('i64x2.shl', 'i64.shl'),
  shrU64: shift64('i64x2.shr_u', 'i64.shr_u'),
  shrS64: shift64('i64x2.shr_s', 'i64.shr_s'),
  mulWideU: extend('i64x2.extmul_low_i32x4_u', 'i64x2.extmul_high_i32x4_u'),
  mulWideS: extend('i64x2.extmul_low_i32x4_s', 'i64x2.extmul_high_i32x4_s'),
  zext64: extend('i64x2.extend_low_i32x4_u', 'i64x2.extend_high_i32x4_u'),
  sext64: extend('i64x2.extend_low_i32x4_s', 'i64x2.extend_high_i32x4_s'),
  pack: (v, [low, high]) => v.interleave(v.word(low), v.word(high)),
  selU64: choose64,
  selF64: choose64,
  asU64: (v, [a]) => v.pair(a),
  asF64: (v, [a]) => v.pair(a),
  ...FLOAT64_WIDE,
};
