// Functions that give the exceptions of operators and functions of the language, by their names. The last argument says
// that denormals are flushed whatever MODE says; for comparisons, that any NaN is invalid.

import { type FloatModes, floatModes, operatorModes } from '../float-ops.js';
import { OPS, type OpName, type Ty } from '../operators.js';
import * as soft from '../softfloat.js';
import { F16, F32, F64, type FloatFormat, ROUND, type WidthMode } from '../softfloat.js';
import { isInexactSingle } from './exact-singles.js';
import {
  ofConversion,
  ofInteger,
  ofOperands,
  ofOperation,
  ofQuotient,
  ofReciprocal,
  ofReciprocalRoot,
  ofRoot,
  ofScaling,
  ofTruncation,
  type RoundedOperation,
  TRAP_STATUS,
} from './operation-exceptions.js';
import { ofAngle, ofExponential, ofLogarithm } from './transcendental-exceptions.js';

type Bits = number | bigint;
export interface RaisedFunction {
  readonly result: Ty;
  readonly args: readonly Ty[];
  readonly meaning: string;
  readonly evaluate: (args: readonly Bits[], mode: number) => number;
}

/** @param option the last argument */
type Evaluate = (modes: FloatModes, option: boolean, ...values: readonly bigint[]) => number;

const raised = (args: readonly Ty[], meaning: string, evaluate: Evaluate): RaisedFunction => ({
  result: 'u32',
  args: [...args, 'u32'],
  meaning: `exceptions of ${meaning}`,
  evaluate: (values, mode) => {
    const operands = values.slice(0, args.length).map(BigInt);
    return evaluate(floatModes(mode), Number(values[args.length]) !== 0, ...operands);
  },
});

interface Width {
  readonly f: FloatFormat;
  readonly ty: Ty;
  readonly of: (modes: FloatModes) => WidthMode;
}
const SINGLE: Width = { f: F32, ty: 'f32', of: ({ f32 }) => f32 };
const DOUBLE: Width = { f: F64, ty: 'f64', of: ({ f64 }) => f64 };
/** As MODE says for widths of 16 and 64 bits. */
const HALF: Width = { f: F16, ty: 'u32', of: ({ f64 }) => f64 };

const ARITHMETIC: Readonly<Record<string, RoundedOperation>> = {
  add: (f, mode, a, b) => soft.add(f, a, b, mode),
  sub: (f, mode, a, b) => soft.subtract(f, a, b, mode),
  mul: (f, mode, a, b) => soft.multiply(f, a, b, mode),
  fma: (f, mode, a, b, c) => soft.fusedMultiplyAdd(f, a, b, c, mode),
};
/** Operators that raise what their operands do. */
const PLAIN: ReadonlySet<string> = new Set(['eq', 'lt', 'le', 'isnan', 'floor', 'ceil', 'trunc', 'rint']);

function arithmetic(name: string, operate: RoundedOperation, { f, of }: Width): Evaluate {
  return (modes, flushes, ...values) => {
    const inexact = f === F32 ? isInexactSingle(name, values.map(Number)) : undefined;
    if (inexact !== undefined) return inexact ? TRAP_STATUS.inexact : 0;
    return ofOperation(f, of(operatorModes(modes, flushes ? 'flush' : undefined)), operate, ...values);
  };
}

function ofOperator(op: OpName): Evaluate | undefined {
  const width = op.startsWith('f') ? SINGLE : op.startsWith('d') ? DOUBLE : undefined;
  const name = op.slice(1);
  const operate = ARITHMETIC[name];
  if (!width) return undefined;
  if (operate) return arithmetic(name, operate, width);
  return PLAIN.has(name)
    ? (modes, signals, ...values) => ofOperands(width.f, width.of(modes), values, signals)
    : undefined;
}

const MAX_U32 = 0xffffffffn;
const [MIN_S32, MAX_S32] = [-0x80000000n, 0x7fffffffn];
/** Half precision in the conversions that keep its denormals. */
const KEPT = soft.EXACT_NEAREST;
const KEPT_TO_ZERO: WidthMode = { ...KEPT, round: ROUND.zero };
const low16 = (x: bigint): bigint => x & 0xffffn;

const CONVERSIONS: Readonly<Partial<Record<OpName, Evaluate>>> = {
  f32FromU: (m, _, x) => ofInteger(F32, m.f32, x),
  f32FromS: (m, _, x) => ofInteger(F32, m.f32, BigInt.asIntN(32, x)),
  f32FromF64: (m, _, x) => ofConversion(F64, m.f64, F32, m.f32, x),
  f64FromF32: (m, _, x) => ofConversion(F32, m.f32, F64, m.f64, x),
  f32FromF16: (m, _, x) => ofConversion(F16, KEPT, F32, m.f32, low16(x)),
  f16FromF32Z: (m, _, x) => ofConversion(F32, m.f32, F16, KEPT_TO_ZERO, x),
  uFromF32: (m, _, x) => ofTruncation(F32, m.f32, 0n, MAX_U32, x),
  sFromF32: (m, _, x) => ofTruncation(F32, m.f32, MIN_S32, MAX_S32, x),
  uFromF64: (m, _, x) => ofTruncation(F64, m.f64, 0n, MAX_U32, x),
  sFromF64: (m, _, x) => ofTruncation(F64, m.f64, MIN_S32, MAX_S32, x),
};

const ofOperators: Readonly<Record<string, RaisedFunction>> = Object.fromEntries(
  (Object.keys(OPS) as OpName[]).flatMap((op) => {
    const evaluate = CONVERSIONS[op] ?? ofOperator(op);
    const [, ...args] = OPS[op];
    return evaluate ? [[`raised_${op}`, raised(args, op, evaluate)]] : [];
  }),
);

const halves = (count: number, name: string, evaluate: Evaluate): RaisedFunction =>
  raised(
    Array.from({ length: count }, (): Ty => 'u32'),
    name,
    (modes, option, ...values) => evaluate(modes, option, ...values.map(low16)),
  );

const flushing = (mode: WidthMode): WidthMode => ({ ...mode, flushInputs: true, flushResults: true });

/** The product, and the sum of what is left of it. */
function ofUnfused(mode: WidthMode, a: bigint, b: bigint, c: bigint): number {
  const own = flushing(mode);
  const add: RoundedOperation = (f, how, x, y) => soft.add(f, x, y, how);
  const multiply: RoundedOperation = (f, how, x, y) => soft.multiply(f, x, y, how);
  return ofOperation(F16, own, multiply, a, b) | ofOperation(F16, own, add, soft.multiply(F16, a, b, own), c);
}

const ofHalves = {
  ...Object.fromEntries(
    Object.entries(ARITHMETIC).map(([name, operate]) => [
      `raised_f16_${name}`,
      halves(name === 'fma' ? 3 : 2, `f16_${name}`, arithmetic(name, operate, HALF)),
    ]),
  ),
  raised_f16_mad: halves(3, 'f16_mad', (m, _, a, b, c) => ofUnfused(m.f64, a, b, c)),
  raised_f16_min: halves(2, 'f16_min', (m, _, a, b) => ofOperands(F16, m.f64, [a, b])),
  raised_f16_max: halves(2, 'f16_max', (m, _, a, b) => ofOperands(F16, m.f64, [a, b])),
  raised_f16_ldexp: halves(2, 'f16_ldexp', (m, _, x, n) => ofScaling(F16, m.f64, x, Number(BigInt.asIntN(16, n)))),
  raised_f16_from_f32: raised(['f32'], 'f16_from_f32', (m, _, x) => ofConversion(F32, m.f32, F16, m.f64, x)),
  raised_f16_from_integer: raised(['u32'], 'f16_from_integer', (m, _, x) =>
    ofInteger(F16, m.f64, BigInt.asIntN(32, x)),
  ),
};

/** Results round to the nearest; those of f32 are flushed whatever MODE says. */
const ofUnit = (width: Width, name: string, of: (f: FloatFormat, mode: WidthMode, x: bigint) => number) =>
  raised([width.ty], name, (modes, _, x) => {
    const { flushResults } = width.of(modes);
    const mode = { round: ROUND.nearestEven, flushInputs: false, flushResults: width === SINGLE || flushResults };
    return of(width.f, mode, x);
  });

/** Of functions that definitions call. */
const ofFunctions = {
  raised_rcp_f32: ofUnit(SINGLE, 'rcp_f32', ofReciprocal),
  raised_rsq_f32: ofUnit(SINGLE, 'rsq_f32', ofReciprocalRoot),
  raised_sqrt_f32: ofUnit(SINGLE, 'sqrt_f32', ofRoot),
  raised_rcp_f64: ofUnit(DOUBLE, 'rcp_f64', ofReciprocal),
  raised_rsq_f64: ofUnit(DOUBLE, 'rsq_f64', ofReciprocalRoot),
  raised_sqrt_f64: ofUnit(DOUBLE, 'sqrt_f64', ofRoot),
};

/** Functions that trees are marked with (exception-marks.ts). */
const ofMarks = {
  raised_exponential: raised(['f32'], '2 ** x', (_m, _, x) => ofExponential(Number(x))),
  raised_logarithm: raised(['f32'], 'log2(x)', (_m, _, x) => ofLogarithm(Number(x))),
  raised_angle: raised(['f32'], 'sin(2 pi x) and cos(2 pi x)', (_m, _, x) => ofAngle(Number(x))),
  raised_product_f32: raised(
    ['f32', 'f32'],
    'a * b',
    arithmetic('mul', (f, mode, a, b) => soft.multiply(f, a, b, mode), SINGLE),
  ),
  raised_product_f64: raised(
    ['f64', 'f64'],
    'a * b',
    arithmetic('mul', (f, mode, a, b) => soft.multiply(f, a, b, mode), DOUBLE),
  ),
  raised_quotient_f16: halves(2, 'a / b of halves', (m, _, a, b) => ofQuotient(F16, m.f64, a, b)),
  raised_quotient_f32: raised(['f32', 'f32'], 'a / b', (m, _, a, b) => ofQuotient(F32, m.f32, a, b)),
  raised_quotient_f64: raised(['f64', 'f64'], 'a / b', (m, _, a, b) => ofQuotient(F64, m.f64, a, b)),
  raised_scaling_f32: raised(['f32', 'u32'], 'x * 2 ** n', (m, _, x, n) =>
    ofScaling(F32, m.f32, x, Number(BigInt.asIntN(32, n))),
  ),
  raised_scaling_f64: raised(['f64', 'u32'], 'x * 2 ** n', (m, _, x, n) =>
    ofScaling(F64, m.f64, x, Number(BigInt.asIntN(32, n))),
  ),
  raised_half_as_mode: raised(['f32'], 'f32 to f16 as MODE rounds f32', (m, _, x) =>
    ofConversion(F32, m.f32, F16, { ...KEPT, round: m.f32.round }, x),
  ),
} as const;

/** By the name of an operator or function with `raised_` before it. */
export const RAISED_FUNCTIONS: Readonly<Record<string, RaisedFunction>> = {
  ...ofOperators,
  ...ofHalves,
  ...ofFunctions,
};
export const MARKED_FUNCTIONS: Readonly<Record<keyof typeof ofMarks, RaisedFunction>> = ofMarks;
