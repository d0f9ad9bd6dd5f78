// JavaScript text of the floating-point operators in the MODE that an instruction is compiled for.
//
// Round to nearest even runs on JavaScript's own arithmetic: f64 operations are exact there, and a f32 result is the
// f64 result rounded once more, which is harmless for sums, products and conversions (53 >= 2 * 24 + 2 bits). Every
// other mode goes through the exact arithmetic of src/isa/language/softfloat.ts.

import type { Ex, OpName } from '../../isa/language/expr.js';
import type { FloatMode, WidthMode } from '../float-mode.js';
import { ROUND } from '../float-mode.js';
import type { OperandTexts } from './integer-operators.js';
import type { OperandPair } from './operand-text.js';

type OpNode = Extract<Ex, { kind: 'op' }>;

/** Operations that these operators need beyond plain values. */
export interface FloatValues extends OperandTexts {
  readonly mode: FloatMode;
  /** Text of a call of the exact operator on bit patterns; gives bits (a pair's low word with m.high for f64). */
  exact(node: OpNode): string;
  bind(node: Ex, text: string): string;
}

const MIN_NORMAL32 = '1.1754943508222875e-38';
const MIN_NORMAL64 = '2.2250738585072014e-308';

const ARITHMETIC: ReadonlySet<OpName> = new Set<OpName>([
  ...(['fadd', 'fsub', 'fmul', 'ffma', 'ffloor', 'fceil', 'ftrunc', 'frint'] as const),
  ...(['f32FromU', 'f32FromS', 'f32FromF64', 'f32FromF16'] as const),
  ...(['dadd', 'dsub', 'dmul', 'dfma', 'dfloor', 'dceil', 'dtrunc', 'drint'] as const),
  ...(['f64FromU', 'f64FromS', 'f64FromF32'] as const),
]);

/** Operators that compute a number (their NaN is canonical); the others keep or change bits. */
export const isArithmetic = (op: OpName): boolean => ARITHMETIC.has(op);

/** Operators whose f32 result can be a denormal although their inputs were flushed. */
const CAN_UNDERFLOW: ReadonlySet<OpName> = new Set<OpName>(['fadd', 'fsub', 'fmul', 'ffma', 'f32FromF64']);

const FLUSH_ALWAYS: WidthMode = { round: ROUND.nearestEven, flushInputs: true, flushResults: true };

const widthOf = (v: FloatValues, node: OpNode): WidthMode =>
  node.denorm === 'flush' ? { ...FLUSH_ALWAYS, round: v.mode.f32.round } : v.mode.f32;

/** Smallest normal number of a width, as text. */
export const MIN_NORMAL = { f32: MIN_NORMAL32, f64: MIN_NORMAL64 } as const;
/** Factors of omod. */
export const FACTORS = [1, 2, 4, 0.5] as const;

/** A number with denormals replaced by zeros of their sign. */
export const flushText = (x: string, least: string): string =>
  `(${x} < ${least} && ${x} > -${least} ? ${x} * 0 : ${x})`;

/** True if a number is certainly no denormal f32, so that flushing it is the identity. */
function knownNormal(v: FloatValues, node: Ex): boolean {
  if (node.kind === 'const') {
    const exponent = (Number(node.bits) >>> 23) & 0xff;
    return exponent !== 0 || (Number(node.bits) & 0x7fffff) === 0;
  }
  if (node.kind !== 'op' || !isArithmetic(node.op)) return false;
  return !CAN_UNDERFLOW.has(node.op) || widthOf(v, node).flushResults;
}

/** A f32 operand as a number, flushed when the mode flushes inputs. */
function input32(v: FloatValues, node: Ex, mode: WidthMode): string {
  const x = v.f32(node);
  return mode.flushInputs && !knownNormal(v, node) ? v.bind(node, flushText(x, MIN_NORMAL32)) : x;
}
function input64(v: FloatValues, node: Ex): string {
  const x = v.f64(node);
  return v.mode.f64.flushInputs ? v.bind(node, flushText(x, MIN_NORMAL64)) : x;
}

/** fflush on a number. */
export const flushNumber32 = (v: FloatValues, node: OpNode): string => {
  const { flushInputs, flushResults } = widthOf(v, node);
  const x = v.f32(node.args[0]);
  return flushInputs || flushResults ? flushText(x, MIN_NORMAL32) : x;
};

const ROUNDED32: Readonly<Partial<Record<OpName, (...args: string[]) => string>>> = {
  fadd: (a, b) => `Math.fround(${a} + ${b})`,
  fsub: (a, b) => `Math.fround(${a} - ${b})`,
  fmul: (a, b) => `Math.fround(${a} * ${b})`,
  ffma: (a, b, c) => `fma32(${a}, ${b}, ${c})`,
};
const COMPARES: Readonly<Partial<Record<OpName, (a: string, b: string) => string>>> = {
  feq: (a, b) => `${a} === ${b}`,
  fne: (a, b) => `${a} !== ${b}`,
  flt: (a, b) => `${a} < ${b}`,
  fle: (a, b) => `${a} <= ${b}`,
  deq: (a, b) => `${a} === ${b}`,
  dne: (a, b) => `${a} !== ${b}`,
  dlt: (a, b) => `${a} < ${b}`,
  dle: (a, b) => `${a} <= ${b}`,
};
const INTEGRAL: Readonly<Partial<Record<OpName, (x: string) => string>>> = {
  ffloor: (x) => `Math.floor(${x})`,
  fceil: (x) => `Math.ceil(${x})`,
  ftrunc: (x) => `Math.trunc(${x})`,
  frint: (x) => `rint(${x})`,
  dfloor: (x) => `Math.floor(${x})`,
  dceil: (x) => `Math.ceil(${x})`,
  dtrunc: (x) => `Math.trunc(${x})`,
  drint: (x) => `rint(${x})`,
};

/** Bits as a number. */
const number32 = (bits: string): string => `(si[0] = ${bits}, sf[0])`;

/** Text of a f32 operator: a number for arithmetic, bits for the rest, a truth value for compares. */
export function emitFloat32(v: FloatValues, node: OpNode): string {
  const [a, b] = node.args;
  const mode = widthOf(v, node);
  const compare = COMPARES[node.op];
  if (compare) return compare(input32(v, a, mode), input32(v, b, mode));
  const rounded = ROUNDED32[node.op];
  if (rounded) {
    if (mode.round !== ROUND.nearestEven) return number32(v.exact(node));
    const inputs = node.args.map((arg) => input32(v, arg, mode));
    const result = rounded(...inputs);
    return mode.flushResults ? flushText(v.bind(node, result), MIN_NORMAL32) : result;
  }
  const integral = INTEGRAL[node.op];
  if (integral) return integral(input32(v, a, mode));
  return BITS32[node.op]!(v, node, mode);
}

type Emit32 = (v: FloatValues, node: OpNode, mode: WidthMode) => string;
const first = (node: OpNode): Ex => node.args[0];

const BITS32: Readonly<Partial<Record<OpName, Emit32>>> = {
  fneg: (v, node) => `${v.bits32(first(node))} ^ 0x80000000`,
  fabs: (v, node) => `${v.bits32(first(node))} & 0x7fffffff`,
  asF32: (v, node) => v.u32(first(node)),
  selF32: (v, { args: [c, a, b] }) => `${v.b1(c)} ? ${v.bits32(a)} : ${v.bits32(b)}`,
  fflush: (v, node, mode) => {
    const x = v.bits32(first(node));
    return mode.flushInputs || mode.flushResults ? `(${x} & 0x7f800000) === 0 ? ${x} & 0x80000000 : ${x}` : x;
  },
  fisnan: (v, node) => {
    const x = v.f32(first(node));
    return `${x} !== ${x}`;
  },
  f32FromU: (v, node, mode) =>
    mode.round === ROUND.nearestEven ? `Math.fround(${v.u32(first(node))} >>> 0)` : number32(v.exact(node)),
  f32FromS: (v, node, mode) =>
    mode.round === ROUND.nearestEven ? `Math.fround(${v.u32(first(node))})` : number32(v.exact(node)),
  f32FromF64: (v, node, mode) => {
    if (mode.round !== ROUND.nearestEven) return number32(v.exact(node));
    const result = `Math.fround(${v.f64(first(node))})`;
    return mode.flushResults ? flushText(v.bind(node, result), MIN_NORMAL32) : result;
  },
  f32FromF16: (v, node) => `fromHalf(${v.u32(first(node))})`,
};

/** Text of a f64 operator that gives a number or a truth value. */
export function emitFloat64(v: FloatValues, node: OpNode): string {
  const [a, b] = node.args;
  const compare = COMPARES[node.op];
  if (compare) return compare(input64(v, a), input64(v, b));
  const integral = INTEGRAL[node.op];
  if (integral) return integral(input64(v, a));
  const mode = v.mode.f64;
  switch (node.op) {
    case 'disnan':
      return `${v.f64(a)} !== ${v.f64(a)}`;
    case 'f64FromU':
      return `(${v.u32(a)} >>> 0)`;
    case 'f64FromS':
      return v.u32(a);
    case 'f64FromF32':
      return input32(v, a, widthOf(v, node));
    default: {
      if (mode.round !== ROUND.nearestEven || mode.flushInputs || mode.flushResults) return number64(v, node);
      return nearest64(v, node);
    }
  }
}

/** Exact arithmetic, bits to a number: the high word is left in m.high. */
const number64 = (v: FloatValues, node: OpNode): string => `(si[0] = ${v.exact(node)}, si[1] = m.high, sd[0])`;

function nearest64(v: FloatValues, node: OpNode): string {
  const [a, b, c] = node.args.map((arg) => v.f64(arg)) as [string, string, string];
  if (node.op === 'dadd') return `${a} + ${b}`;
  if (node.op === 'dsub') return `${a} - ${b}`;
  if (node.op === 'dmul') return `${a} * ${b}`;
  return `fma64(${a}, ${b}, ${c})`;
}

/** Bits of f64 operators that do no arithmetic. */
export function emitFloat64Bits(v: FloatValues, node: OpNode): OperandPair {
  const [a, b, c] = node.args as [Ex, Ex, Ex];
  switch (node.op) {
    case 'dneg': {
      const [low, high] = v.bits64(a);
      return [low, `${high} ^ 0x80000000`];
    }
    case 'dabs': {
      const [low, high] = v.bits64(a);
      return [low, `${high} & 0x7fffffff`];
    }
    case 'asF64':
      return v.u64(a);
    case 'selF64': {
      const [thenLow, thenHigh] = v.bits64(b);
      const [elseLow, elseHigh] = v.bits64(c);
      return [`${v.b1(a)} ? ${thenLow} : ${elseLow}`, `${v.b1(a)} ? ${thenHigh} : ${elseHigh}`];
    }
    case 'dflush': {
      const [low, high] = v.bits64(a);
      if (!v.mode.f64.flushInputs && !v.mode.f64.flushResults) return [low, high];
      const denormal = v.bind(node, `(${high} & 0x7ff00000) === 0`);
      return [`${denormal} ? 0 : ${low}`, `${denormal} ? ${high} & 0x80000000 : ${high}`];
    }
    default:
      throw new TypeError(`${node.op} is no f64 operator on bits`);
  }
}
