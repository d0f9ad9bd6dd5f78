// The pure functions of src/isa/language/functions.ts that a few instructions of the host compute, on four lanes.

import type { FloatMode } from '../../emulator/float-mode.js';
import type { Ex } from '../../isa/language/expr.js';
import { required, tupleOf } from '../../util/required.js';
import { HALF_FUNCTIONS } from '../floats/half-functions.js';
import { fusedReciprocalRoot, reciprocalRootByDoubles } from '../floats/reciprocal-root.js';
import { ROUNDED_VECTOR_FUNCTIONS } from '../floats/rounded-functions.js';
import type { Local } from '../wasm/function-builder.js';
import { Lanes } from '../wasm/lanes.js';
import type { SIMD } from '../wasm/opcodes.js';
import { dppLanes } from './cross-lane.js';
import { withModifiers } from './output-modifiers.js';
import type { VectorFunction, VectorPair, VectorValues } from './vector-values.js';

type SimdName = keyof typeof SIMD;

const ONE32 = 0x3f80_0000;
const ONE64 = [0, 0x3ff0_0000, 0, 0x3ff0_0000] as const;

function reciprocalRoot32(v: VectorValues, x: Local): Local {
  const lanes = new Lanes(v.b);
  return v.run.machine.options.fused ? fusedReciprocalRoot(lanes, x) : reciprocalRootByDoubles(lanes, x);
}

/**
 * omod and clamp of an instruction whose result goes into a part of a register. A copy: what `number` gives may be a
 * register's own.
 */
function modifiedResult(v: VectorValues, args: readonly Ex[]): Local {
  const [x, how] = tupleOf(args, 2, 'operands');
  const bits = how.kind === 'const' ? Number(how.bits) : 0;
  const result = withModifiers(x, bits & 3, (bits & 4) !== 0, v.mode);
  const word = v.word(result);
  return v.keep(() => v.b.get(word));
}

/** Sums of the four bytes of each word: |a - b|, of which one of two saturated differences is 0. */
function byteDifferences(v: VectorValues, a: Local, b: Local, counted?: () => void): Local {
  return v.keep(() => {
    v.b.get(a).get(b).simd('i8x16.sub_sat_u').get(b).get(a).simd('i8x16.sub_sat_u').simd('v128.or');
    counted?.();
    v.b.simd('i16x8.extadd_pairwise_i8x16_u').simd('i32x4.extadd_pairwise_i16x8_u');
  });
}

/** Functions of one operand, and of two. */
const unary =
  <T>(emit: (v: VectorValues, a: Ex) => T) =>
  (v: VectorValues, args: readonly Ex[]): T =>
    emit(v, ...tupleOf(args, 1, 'operands'));
const binary =
  <T>(emit: (v: VectorValues, a: Ex, b: Ex) => T) =>
  (v: VectorValues, args: readonly Ex[]): T =>
    emit(v, ...tupleOf(args, 2, 'operands'));

const doubles = (emit: (v: VectorValues, half: Local) => void): VectorFunction => ({
  wide: unary((v, a) => {
    const [low, high] = v.numbers(a);
    return [v.keep(() => emit(v, low)), v.keep(() => emit(v, high))];
  }),
});

const root = (name: SimdName) => (v: VectorValues, half: Local) => v.b.get(half).simd(name);

const quotient32 = binary((v, a, b) => v.keep(() => v.b.get(v.number(a)).get(v.number(b)).simd('f32x4.div')));

const quotient64 = binary((v, a, b): VectorPair => {
  const [dividends, divisors] = [v.numbers(a), v.numbers(b)];
  const half = (n: 0 | 1): Local => v.keep(() => v.b.get(dividends[n]).get(divisors[n]).simd('f64x2.div'));
  return [half(0), half(1)];
});

export const VECTOR_FUNCTIONS: Readonly<Record<string, VectorFunction>> = {
  rcp_f32: { word: unary((v, a) => v.keep(() => v.b.words(ONE32).get(v.number(a)).simd('f32x4.div'))) },
  quotient_f32: { word: quotient32 },
  /** Of numbers whose quotient is one (division-trees.ts): no definition of an instruction has it. */
  divide_f32: { word: quotient32 },
  sqrt_f32: { word: unary((v, a) => v.keep(() => v.b.get(v.number(a)).simd('f32x4.sqrt'))) },
  rsq_f32: { word: unary((v, a) => reciprocalRoot32(v, v.number(a))) },
  byte_differences: { word: binary((v, a, b) => byteDifferences(v, v.word(a), v.word(b))) },
  masked_byte_differences: {
    word: binary((v, a, b) => {
      const [x, reference] = [v.word(a), v.word(b)];
      const counted = (): void => {
        v.b.get(reference).words(0).simd('i8x16.ne').simd('v128.and');
      };
      return byteDifferences(v, x, reference, counted);
    }),
  },
  rcp_f64: doubles((v, half) => v.b.v128(ONE64).get(half).simd('f64x2.div')),
  sqrt_f64: doubles(root('f64x2.sqrt')),
  quotient_f64: { wide: quotient64 },
  dpp_lane: {
    fits: ([, control]) => control?.kind === 'const',
    word: binary((v, _a, control) => dppLanes(v, control)),
  },
  ...HALF_FUNCTIONS,
  ...ROUNDED_VECTOR_FUNCTIONS,
  f32_result: { fits: ([, how]) => how?.kind === 'const', word: modifiedResult },
  rsq_f64: doubles((v, half) => v.b.v128(ONE64).get(half).simd('f64x2.sqrt').simd('f64x2.div')),
};

/** True if a call can be emitted. */
export function isVectorFunction({ name, args }: Extract<Ex, { kind: 'call' }>, mode: FloatMode): boolean {
  const emit = Object.hasOwn(VECTOR_FUNCTIONS, name) ? VECTOR_FUNCTIONS[name] : undefined;
  return emit !== undefined && (emit.fits?.(args, mode) ?? true);
}

export const emitFunction = (v: VectorValues, node: Extract<Ex, { kind: 'call' }>): Local =>
  required(VECTOR_FUNCTIONS[node.name]?.word, 'function of words')(v, node.args);
