// The pure functions of src/isa/functions.ts that are one or two roundings of host arithmetic, on four lanes.

import type { Ex } from '../isa/expr.js';
import type { Local } from './function-builder.js';
import { Lanes } from './lanes.js';
import type { SIMD } from './opcodes.js';
import { fusedReciprocalRoot, reciprocalRootByDoubles } from './reciprocal-root.js';
import type { Pair, VectorValues } from './vector-values.js';

type SimdName = keyof typeof SIMD;

interface VectorFunction {
  readonly word?: (v: VectorValues, args: readonly Ex[]) => Local;
  readonly wide?: (v: VectorValues, args: readonly Ex[]) => Pair;
}

const ONE32 = 0x3f80_0000;
const ONE64 = [0, 0x3ff0_0000, 0, 0x3ff0_0000] as const;

function reciprocalRoot32(v: VectorValues, x: Local): Local {
  const lanes = new Lanes(v.b);
  return v.run.machine.options.fused ? fusedReciprocalRoot(lanes, x) : reciprocalRootByDoubles(lanes, x);
}

const doubles = (emit: (v: VectorValues, half: Local) => void): VectorFunction => ({
  wide: (v, [a]) => {
    const pair = v.numbers(a!);
    return pair.map((half) => v.keep(() => emit(v, half))) as unknown as Pair;
  },
});

const root = (name: SimdName) => (v: VectorValues, half: Local) => v.b.get(half).simd(name);

export const VECTOR_FUNCTIONS: Readonly<Record<string, VectorFunction>> = {
  rcp_f32: { word: (v, [a]) => v.keep(() => v.b.words(ONE32).get(v.number(a!)).simd('f32x4.div')) },
  sqrt_f32: { word: (v, [a]) => v.keep(() => v.b.get(v.number(a!)).simd('f32x4.sqrt')) },
  rsq_f32: { word: (v, [a]) => reciprocalRoot32(v, v.number(a!)) },
  rcp_f64: doubles((v, half) => v.b.v128(ONE64).get(half).simd('f64x2.div')),
  sqrt_f64: doubles(root('f64x2.sqrt')),
  rsq_f64: doubles((v, half) => v.b.v128(ONE64).get(half).simd('f64x2.sqrt').simd('f64x2.div')),
};

export const emitFunction = (v: VectorValues, node: Extract<Ex, { kind: 'call' }>): Local =>
  VECTOR_FUNCTIONS[node.name]!.word!(v, node.args);
