// The floating-point operators of expr.ts on bit patterns, exactly: what each means in a given MODE.

import { required } from '../../util/required.js';
import type { OpName } from './expr.js';
import { MODE_BITS } from './mode.js';
import * as soft from './softfloat.js';
import { F16, F32, F64, type FloatFormat, ROUND, type WidthMode } from './softfloat.js';

/** Fields of MODE that affect arithmetic. */
export interface FloatModes {
  readonly f32: WidthMode;
  readonly f64: WidthMode;
  /** clamp turns NaN into 0. */
  readonly dx10Clamp: boolean;
  readonly ieee: boolean;
}

/** Reads a MODE register. */
export function floatModes(mode: number): FloatModes {
  const width = (round: number, denormals: number): WidthMode => ({
    round: (mode >>> round) & 3,
    flushInputs: ((mode >>> denormals) & 1) === 0,
    flushResults: ((mode >>> denormals) & 2) === 0,
  });
  const flag = (bit: number): boolean => ((mode >>> bit) & 1) === 1;
  return {
    f32: width(MODE_BITS.round32, MODE_BITS.denorm32),
    f64: width(MODE_BITS.round64, MODE_BITS.denorm64),
    dx10Clamp: flag(MODE_BITS.dx10Clamp),
    ieee: flag(MODE_BITS.ieee),
  };
}

/** Arguments and result are bit patterns; truth values are 0n and 1n. */
export type FloatOperator = (modes: FloatModes, ...args: readonly bigint[]) => bigint;
/** One of the table: it takes as many as it has. */
type Row = (modes: FloatModes, a: bigint, b: bigint, c: bigint) => bigint;

const truth = (value: boolean): bigint => (value ? 1n : 0n);

/** Half precision keeps denormals in both directions, whatever MODE says (manual: V_CVT_F16_F32, V_CVT_F32_F16). */
const HALF = soft.EXACT_NEAREST;
const HALF_TO_ZERO: WidthMode = { ...HALF, round: ROUND.zero };

/** The operators that exist for both widths under one letter. */
function widthOperators(f: FloatFormat, of: (modes: FloatModes) => WidthMode) {
  const order = (modes: FloatModes, a: bigint, b: bigint) => soft.compare(f, a, b, of(modes));
  const integral =
    (round: soft.Round): Row =>
    (modes, a) =>
      soft.toIntegral(f, a, round, of(modes));
  return {
    add: (m, a, b) => soft.add(f, a, b, of(m)),
    sub: (m, a, b) => soft.subtract(f, a, b, of(m)),
    mul: (m, a, b) => soft.multiply(f, a, b, of(m)),
    fma: (m, a, b, c) => soft.fusedMultiplyAdd(f, a, b, c, of(m)),
    neg: (_m, a) => soft.negate(f, a),
    abs: (_m, a) => soft.absolute(f, a),
    eq: (m, a, b) => truth(order(m, a, b) === 0),
    ne: (m, a, b) => truth(order(m, a, b) !== 0),
    lt: (m, a, b) => truth(order(m, a, b) === -1),
    le: (m, a, b) => truth((order(m, a, b) ?? 1) <= 0),
    isnan: (_m, a) => truth(soft.isNan(f, a)),
    flush: (m, a) => (of(m).flushInputs || of(m).flushResults ? soft.flush(f, a) : a),
    floor: integral(ROUND.down),
    ceil: integral(ROUND.up),
    trunc: integral(ROUND.zero),
    rint: integral(ROUND.nearestEven),
  } satisfies Record<string, Row>;
}

const single = widthOperators(F32, (modes) => modes.f32);
const double = widthOperators(F64, (modes) => modes.f64);

const prefixed = <P extends string, T extends object>(prefix: P, operators: T) =>
  Object.fromEntries(Object.entries(operators).map(([name, operator]) => [`${prefix}${name}`, operator])) as {
    [K in keyof T & string as `${P}${K}`]: T[K];
  };

const signed32 = (bits: bigint): bigint => BigInt.asIntN(32, bits);
const MAX_U32 = 0xffffffffn;
const [MIN_S32, MAX_S32] = [-0x80000000n, 0x7fffffffn];
const toUnsigned =
  (f: FloatFormat): FloatOperator =>
  (_m, a) =>
    soft.toInteger(f, a, 0n, MAX_U32);
const toSigned =
  (f: FloatFormat): FloatOperator =>
  (_m, a) =>
    BigInt.asUintN(32, soft.toInteger(f, a, MIN_S32, MAX_S32));

const TABLE = {
  ...prefixed('f', single),
  ...prefixed('d', double),
  f32FromU: (m, a) => soft.fromInteger(F32, a, m.f32),
  f32FromS: (m, a) => soft.fromInteger(F32, signed32(a), m.f32),
  f64FromU: (m, a) => soft.fromInteger(F64, a, m.f64),
  f64FromS: (m, a) => soft.fromInteger(F64, signed32(a), m.f64),
  f32FromF64: (m, a) => soft.convert(F64, F32, a, m.f64, m.f32),
  f64FromF32: (m, a) => soft.convert(F32, F64, a, m.f32, m.f64),
  uFromF32: toUnsigned(F32),
  sFromF32: toSigned(F32),
  uFromF64: toUnsigned(F64),
  sFromF64: toSigned(F64),
  f32FromF16: (m, a) => soft.convert(F16, F32, a & 0xffffn, HALF, m.f32),
  f16FromF32: (m, a) => soft.convert(F32, F16, a, m.f32, HALF),
  f16FromF32Z: (m, a) => soft.convert(F32, F16, a, m.f32, HALF_TO_ZERO),
} satisfies Partial<Record<OpName, Row>>;

export type FloatOpName = keyof typeof TABLE;

/** Every floating-point operator by name. */
export const FLOAT_OPERATORS: Readonly<Record<FloatOpName, FloatOperator>> = TABLE;

/** The modes of an operator, which may flush or keep f32 denormals whatever MODE says. */
export function operatorModes(modes: FloatModes, denorm: 'flush' | 'keep' | undefined): FloatModes {
  if (denorm === undefined) return modes;
  const flushes = denorm === 'flush';
  return { ...modes, f32: { ...modes.f32, flushInputs: flushes, flushResults: flushes } };
}

/** By width: 1, and what omod 0 to 3 multiplies by: 1, 2, 4 and a half. */
const OUTPUTS = {
  f16: { f: F16, one: 0x3c00n, factors: [0x3c00n, 0x4000n, 0x4400n, 0x3800n] },
  f32: { f: F32, one: 0x3f800000n, factors: [0x3f800000n, 0x40000000n, 0x40800000n, 0x3f000000n] },
  f64: {
    f: F64,
    one: 0x3ff0000000000000n,
    factors: [0x3ff0000000000000n, 0x4000000000000000n, 0x4010000000000000n, 0x3fe0000000000000n],
  },
} as const;
/** +0 of every width. */
const NOTHING = 0n;

/**
 * Applies omod and clamp to a result, as expr.ts defines them.
 *
 * MODE alone decides whether omod is ignored, for v_mad and v_mac too, and -0 becomes +0. Sources: review D30209 of
 * LLVM ("any output modifier is ignored" when output denormals are allowed, "-0*x=+0"; by an engineer of the vendor),
 * the general note on OMOD in CLRX's GcnInstrsVop3, and the assumptions of LLVM (SIFoldOperands) and Mesa's ACO
 * (aco_optimizer). CLRX's entry of v_mad_f32 ("applies OMOD modifier to result and it flush denormals") names no
 * exception from the note.
 */
export function modifyOutput(
  ty: 'f16' | 'f32' | 'f64',
  bits: bigint,
  omod: number,
  clamp: boolean,
  modes: FloatModes,
): bigint {
  const { f, factors, one } = OUTPUTS[ty];
  const mode = ty === 'f32' ? modes.f32 : modes.f64;
  const ignored = omod === 0 || modes.ieee || !mode.flushResults;
  const product = ignored ? bits : soft.multiply(f, bits, required(factors[omod], 'output factor'), mode);
  const scaled = !ignored && soft.isZero(f, product) ? NOTHING : product;
  if (!clamp) return scaled;
  if (soft.isNan(f, scaled)) return modes.dx10Clamp ? NOTHING : scaled;
  if (soft.isNegative(f, scaled) || soft.isZero(f, scaled)) return NOTHING;
  return soft.compare(f, scaled, one, soft.EXACT_NEAREST) === 1 ? one : scaled;
}
