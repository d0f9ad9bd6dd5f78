// Minimum, maximum and the middle one of floating-point numbers on GFX9: denormals of operands and results are flushed
// as MODE says; on chips before it they pass. Source: LLVM's AMDGPU back end (GCNSubtarget::supportsMinMaxDenormModes;
// from GFX9 on it makes a number canonical by v_max, before by a multiplication), which has the forms with three
// operands among them (SITargetLowering::isCanonicalized).

import { F32, F64, maximum, median, minimum } from '../../common/families/float.js';
import type { InstructionRow, Operands } from '../../define.js';
import { type Ex, ops, type Stmt, select, u32 } from '../../language/expr.js';
import { type RestatedRow, vop2, vop3 } from '../family.js';
import { half, halfResult, selectedHalf, setHalf, unsigned16 } from '../halves.js';

type Slots = 'D' | 'S0' | 'S1' | 'S2';
type Pair<T> = (a: T, b: T) => T;
type Three<T> = (a: T, b: T, c: T) => T;
type Half = Ex<'u32'>;

const three =
  <T>(two: Pair<T>): Three<T> =>
  (a, b, c) =>
    two(two(a, b), c);

/** With a NaN the minimum, as in single precision. */
const middleHalf: Three<Half> = (a, b, c) => {
  const isNan = (x: Half): Ex<'b1'> => ops.ltU(u32(0x7c00), ops.and(x, u32(0x7fff)));
  const anyNan = ops.orB(isNan(a), ops.orB(isNan(b), isNan(c)));
  const middle = half.max(half.min(a, b), half.min(half.max(a, b), c));
  return select(anyNan, three(half.min)(a, b, c), middle);
};

/** Halves of any instruction of these. */
export const flushedHalves =
  (compute: (...values: readonly Half[]) => Half) =>
  (...values: readonly Half[]): Half =>
    half.flushedResult(compute(...values.map(half.flushed)));

export const minimumHalf = flushedHalves((a, b) => half.min(a, b));
export const maximumHalf = flushedHalves((a, b) => half.max(a, b));

const ofF32 = (meaning: string, compute: Three<Ex<'f32'>>): RestatedRow<Slots> => [
  meaning,
  ({ D, S0, S1, S2 }: Operands<Slots>): Stmt[] => {
    const { flushInput } = F32;
    return [D.set(F32.flushResult(compute(flushInput(S0.f32), flushInput(S1.f32), flushInput(S2.f32))))];
  },
];
const twoF32 = (meaning: string, compute: Pair<Ex<'f32'>>): RestatedRow<'D' | 'S0' | 'S1'> => [
  meaning,
  ({ D, S0, S1 }) => [D.set(F32.flushResult(compute(F32.flushInput(S0.f32), F32.flushInput(S1.f32))))],
];
const twoF64 = (meaning: string, compute: Pair<Ex<'f64'>>): RestatedRow<'D' | 'S0' | 'S1'> => [
  meaning,
  ({ D, S0, S1 }) => [D.set(F64.flushResult(compute(F64.flushInput(S0.f64), F64.flushInput(S1.f64))))],
];
const twoHalves = (meaning: string, compute: typeof minimumHalf): RestatedRow<'D' | 'S0' | 'S1'> => [
  meaning,
  ({ D, S0, S1 }) => [D.set(halfResult(compute(unsigned16(S0.f16), unsigned16(S1.f16))))],
];
const threeHalves = (meaning: string, compute: Three<Half>): RestatedRow<Slots> => [
  meaning,
  ({ D, S0, S1, S2 }: Operands<Slots>): Stmt[] => {
    const of = flushedHalves((a, b, c) => compute(a, b, c));
    return [setHalf(D, halfResult(of(selectedHalf(S0, 0), selectedHalf(S1, 1), selectedHalf(S2, 2))))];
  },
  { traits: { halves: true } },
];

const min32: Pair<Ex<'f32'>> = (a, b) => minimum(F32, a, b);
const max32: Pair<Ex<'f32'>> = (a, b) => maximum(F32, a, b);

/** Rows that only GFX9 has. */
export const THREE_HALVES = vop3({
  v_min3_f16: threeHalves('D = min(S0, S1, S2); denormals as MODE says', three(half.min)),
  v_max3_f16: threeHalves('D = max(S0, S1, S2); denormals as MODE says', three(half.max)),
  v_med3_f16: threeHalves(
    'D = the middle one of S0, S1, S2; with a NaN their minimum; denormals as MODE says',
    middleHalf,
  ),
});

/** Rows that GFX9 has in place of those of earlier chips, by format. */
export const EXTREMES: Readonly<Record<string, readonly InstructionRow[]>> = {
  VOP2: vop2({
    v_min_f32: twoF32('D = min(S0, S1), of a number and NaN the number; denormals as MODE says', min32),
    v_max_f32: twoF32('D = max(S0, S1), of a number and NaN the number; denormals as MODE says', max32),
    v_min_f16: twoHalves('D = min(S0, S1), of a number and NaN the number; denormals as MODE says', minimumHalf),
    v_max_f16: twoHalves('D = max(S0, S1), of a number and NaN the number; denormals as MODE says', maximumHalf),
  }),
  VOP3: [
    ...vop3({
      v_min3_f32: ofF32('D = min(min(S0, S1), S2); denormals as MODE says', three(min32)),
      v_max3_f32: ofF32('D = max(max(S0, S1), S2); denormals as MODE says', three(max32)),
      v_med3_f32: ofF32('D = the middle one of S0, S1, S2; with a NaN their minimum; denormals as MODE says', median),
    }),
    ...vop3({
      v_min_f64: twoF64('D = min(S0, S1), of a number and NaN the number; denormals as MODE says', (a, b) =>
        minimum(F64, a, b),
      ),
      v_max_f64: twoF64('D = max(S0, S1), of a number and NaN the number; denormals as MODE says', (a, b) =>
        maximum(F64, a, b),
      ),
    }),
  ],
};
