// f64 operators on four lanes, as two times two: round to nearest even with denormals.

import type { Ex, OperatorArguments, OpName } from '../../isa/language/expr.js';
import type { VectorPair, VectorValues } from '../vector/vector-values.js';
import type { SIMD } from '../wasm/opcodes.js';
import { widen, widthMode } from './floats.js';
import { fused64 } from './fma64.js';

type SimdName = keyof typeof SIMD;
type EmitWide = (v: VectorValues, args: OperatorArguments, node: Extract<Ex, { kind: 'op' }>) => VectorPair;

/** Operators that need the default mode of f64. */
export const DOUBLE_ROUNDING: ReadonlySet<OpName> = new Set<OpName>([
  ...([
    'dadd',
    'dsub',
    'dmul',
    'dfma',
    'dfloor',
    'dceil',
    'dtrunc',
    'drint',
    'deq',
    'dne',
    'dlt',
    'dle',
    'dflush',
  ] as const),
]);

const both = (emit: (half: 0 | 1) => void, v: VectorValues): VectorPair => [
  v.keep(() => emit(0)),
  v.keep(() => emit(1)),
];

/** Operators that compute: a NaN that they give has any payload until it is looked at. */
export const DOUBLE_ARITHMETIC: ReadonlySet<OpName> = new Set<OpName>([
  ...(['dadd', 'dsub', 'dmul', 'dfma', 'dfloor', 'dceil', 'dtrunc', 'drint', 'f64FromF32'] as const),
]);

const COMPARES: ReadonlySet<OpName> = new Set<OpName>([...(['deq', 'dne', 'dlt', 'dle', 'disnan'] as const)]);

/** True if an operator does not depend on the payload of a NaN in a f64 operand. */
export const takesNumbers64 = (op: OpName): boolean => DOUBLE_ARITHMETIC.has(op) || COMPARES.has(op) || op === 'dflush';

/** Every NaN that arithmetic gives becomes the canonical one. */
export function canonical64(v: VectorValues, pair: VectorPair): VectorPair {
  const { b } = v;
  return both((half) => {
    const x = pair[half];
    b.v128([0, 0x7ff8_0000, 0, 0x7ff8_0000]).get(x).get(x).get(x).simd('f64x2.ne').simd('v128.bitselect');
  }, v);
}

const arithmetic =
  (name: SimdName): EmitWide =>
  (v, args) => {
    const pairs = args.map((arg) => v.numbers(arg));
    return both((half) => {
      for (const pair of pairs) v.b.get(pair[half]);
      v.b.simd(name);
    }, v);
  };

/** A sum of a product with one rounding. */
export function fusedSum(v: VectorValues, { args: [product, addend] }: Extract<Ex, { kind: 'op' }>): VectorPair {
  const { args } = product as Extract<Ex, { kind: 'op' }>;
  const pairs = [...args, addend].map((arg) => v.numbers(arg));
  return both((half) => {
    for (const pair of pairs) v.b.get(pair[half]);
    v.b.simd('f64x2.relaxed_madd');
  }, v);
}

/** A compare of two operands (or of one with itself), as a truth value of four lanes. */
export const emitFloat64 =
  (name: SimdName, withItself = false) =>
  (v: VectorValues, args: OperatorArguments): void => {
    const a = v.numbers(args[0]);
    const c = withItself ? a : v.numbers(args[1]);
    for (const half of [0, 1] as const) v.b.get(a[half]).get(c[half]).simd(name);
    v.b.shuffle([0, 2, 4, 6]);
  };

const signed =
  (word: number, name: 'v128.xor' | 'v128.and', rest: number): EmitWide =>
  (v, [a]) => {
    const pair = v.pair(a);
    return both((half) => v.b.get(pair[half]).v128([rest, word, rest, word]).simd(name), v);
  };

const fromInteger =
  (name: SimdName): EmitWide =>
  (v, [a]) => {
    const x = v.word(a);
    return [v.keep(() => v.b.get(x).simd(name)), v.keep(() => v.b.get(x).get(x).shuffle([2, 3, 2, 3]).simd(name))];
  };

export const FLOAT64_WIDE: Readonly<Partial<Record<OpName, EmitWide>>> = {
  dadd: arithmetic('f64x2.add'),
  dsub: arithmetic('f64x2.sub'),
  dmul: arithmetic('f64x2.mul'),
  dfloor: arithmetic('f64x2.floor'),
  dceil: arithmetic('f64x2.ceil'),
  dtrunc: arithmetic('f64x2.trunc'),
  drint: arithmetic('f64x2.nearest'),
  dneg: signed(-0x8000_0000, 'v128.xor', 0),
  dabs: signed(0x7fff_ffff, 'v128.and', -1),
  dfma: (v, args) => fused64(v, args.map((arg) => v.numbers(arg)) as [VectorPair, VectorPair, VectorPair]),
  dflush: (v, [a]) => v.numbers(a),
  f64FromU: fromInteger('f64x2.convert_low_i32x4_u'),
  f64FromS: fromInteger('f64x2.convert_low_i32x4_s'),
  f64FromF32: (v, [a], node) => {
    const x = v.number(a);
    const flushed = widthMode(v, node).flushInputs && !v.zeroesDenormals ? v.flushedOnce(x) : x;
    return widen(v, flushed);
  },
};
