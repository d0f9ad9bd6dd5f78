// Native operations on floating-point numbers (PRM 5.14), whose accuracy is the implementation's. Reciprocals and roots
// are exact and rounded once; the others are polynomials in f64; angles become turns in f32.

import { cosineOfTurn, exp2, log2, revolution, sineSize } from '../../common/families/approximation.js';
import { call, type Ex, f32, f64, ops, select, u64 } from '../../language/expr.js';
import type { AluRow } from '../family.js';
import { byFunction, byOperator, quotient32, quotient64, root32, root64 } from './float-rows.js';
import { F16, type FloatOperators, N32, N64, type RoundingChoice, rounded } from './float-types.js';

const NEAR: RoundingChoice = { rounding: 'near', ftz: false };
const TURNS_IN_RADIAN = f32(1 / (2 * Math.PI));

/** The part of a turn in [-1/2, 1/2] that an angle in radians leaves; rounded as machine code does: pi/2 is 1/4. */
const turnOf = (angle: Ex<'f32'>): Ex<'f64'> => revolution(ops.fmul(angle, TURNS_IN_RADIAN));

/** A zero has the sign of its operand. */
function sine(angle: Ex<'f32'>): Ex<'f32'> {
  const turn = turnOf(angle);
  const size = sineSize(turn);
  const result = ops.f32FromF64(select(ops.dlt(turn, f64(0)), ops.dneg(size), size));
  return select(ops.feq(angle, f32(0)), angle, result);
}

const cosine = (angle: Ex<'f32'>): Ex<'f32'> => ops.f32FromF64(cosineOfTurn(turnOf(angle)));

interface NativeOperators<F extends 'f32' | 'f64', B extends 'u32' | 'u64'> {
  readonly n: FloatOperators<F, B>;
  readonly one: Ex<F>;
  readonly fused: (a: Ex<F>, b: Ex<F>, c: Ex<F>) => Ex<F>;
  readonly quotient: (a: Ex<F>, b: Ex<F>) => Ex<F>;
  readonly root: (x: Ex<F>) => Ex<F>;
  readonly reciprocalRoot: (x: Ex<F>) => Ex<F>;
}

const nativeRows = <F extends 'f32' | 'f64', B extends 'u32' | 'u64'>({
  n,
  one,
  fused,
  quotient,
  root,
  reciprocalRoot,
}: NativeOperators<F, B>): AluRow[] => [
  byOperator(n, 'nfma', 'D = S0 * S1 + S2', 3, NEAR, (a, b, c) => fused(a!, b!, c!)),
  byOperator(n, 'nrcp', 'D = 1 / S0', 1, NEAR, (x) => quotient(one, x!)),
  byOperator(n, 'nsqrt', 'D = square root of S0', 1, NEAR, (x) => root(x!)),
  byOperator(n, 'nrsqrt', 'D = 1 / square root of S0', 1, NEAR, (x) => reciprocalRoot(x!)),
];

/** 1 / sqrt(x) in f64 is no midpoint of two f32, and on the right side of each, for every x: all were tried. */
const reciprocalRoot32 = (x: Ex<'f32'>): Ex<'f32'> => call('f32', 'rsq_f32', x);
const reciprocalRoot64 = (x: Ex<'f64'>): Ex<'f64'> => ops.asF64(rounded('rounded_rsqrt', N64.type, NEAR, ops.asU64(x)));

const ONE16 = 0x3c00n;

const ofHalves: readonly AluRow[] = [
  byFunction('nfma', 'D = S0 * S1 + S2', 'rounded_fma', 3, F16, NEAR),
  [
    'nrcp_f16',
    'D = 1 / S0',
    ({ D, S0 }) => [F16.write(D, rounded('rounded_div', F16, NEAR, u64(ONE16), F16.read(S0)))],
  ],
  byFunction('nsqrt', 'D = square root of S0', 'rounded_sqrt', 1, F16, NEAR),
  byFunction('nrsqrt', 'D = 1 / square root of S0', 'rounded_rsqrt', 1, F16, NEAR),
];

export const NATIVE: readonly AluRow[] = [
  ['nexp2_f32', 'D = 2 ** S0', ({ D, S0 }) => [D.set(exp2(S0.f32))]],
  ['nlog2_f32', 'D = log2(S0)', ({ D, S0 }) => [D.set(log2(S0.f32))]],
  ['nsin_f32', 'D = sin(S0)', ({ D, S0 }) => [D.set(sine(S0.f32))]],
  ['ncos_f32', 'D = cos(S0)', ({ D, S0 }) => [D.set(cosine(S0.f32))]],
  ...ofHalves,
  ...nativeRows({
    n: N32,
    one: f32(1),
    fused: ops.ffma,
    quotient: quotient32,
    root: root32,
    reciprocalRoot: reciprocalRoot32,
  }),
  ...nativeRows({
    n: N64,
    one: f64(1),
    fused: ops.dfma,
    quotient: quotient64,
    root: root64,
    reciprocalRoot: reciprocalRoot64,
  }),
];
