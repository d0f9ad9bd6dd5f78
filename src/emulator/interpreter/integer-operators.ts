// JavaScript text of the integer, truth and 64-bit operators. Words are int32 numbers on the way in and out.

import type { Ex, OperatorArguments, OpName } from '../../isa/language/expr.js';
import type { OperandPair } from './operand-text.js';

/** Operations of the emitter that operators need. */
export interface OperandTexts {
  b1(node: Ex): string;
  u32(node: Ex): string;
  u64(node: Ex): OperandPair;
  bits32(node: Ex): string;
  bits64(node: Ex): OperandPair;
  f32(node: Ex): string;
  f64(node: Ex): string;
}

type Args = OperatorArguments;
type Emit = (v: OperandTexts, args: Args) => string;

const binary =
  (make: (a: string, b: string) => string): Emit =>
  (v, [a, b]) =>
    make(v.u32(a), v.u32(b));
const unary =
  (make: (a: string) => string): Emit =>
  (v, [a]) =>
    make(v.u32(a));
const unary64 =
  (make: (low: string, high: string) => string): Emit =>
  (v, [a]) =>
    make(...v.u64(a));
const binary64 =
  (make: (al: string, ah: string, bl: string, bh: string) => string): Emit =>
  (v, [a, b]) =>
    make(...v.u64(a), ...v.u64(b));
const truth =
  (make: (a: string, b: string) => string): Emit =>
  (v, [a, b]) =>
    make(v.b1(a), v.b1(b));

/** Operators whose result is a truth value, without the floating-point compares. */
export const TRUTH_OPERATORS: Readonly<Partial<Record<OpName, Emit>>> = {
  eq: binary((a, b) => `${a} === ${b}`),
  ne: binary((a, b) => `${a} !== ${b}`),
  ltU: binary((a, b) => `(${a} >>> 0) < (${b} >>> 0)`),
  leU: binary((a, b) => `(${a} >>> 0) <= (${b} >>> 0)`),
  ltS: binary((a, b) => `${a} < ${b}`),
  leS: binary((a, b) => `${a} <= ${b}`),
  eq64: binary64((al, ah, bl, bh) => `${al} === ${bl} && ${ah} === ${bh}`),
  ne64: binary64((al, ah, bl, bh) => `${al} !== ${bl} || ${ah} !== ${bh}`),
  ltU64: binary64(
    (al, ah, bl, bh) => `${ah} === ${bh} ? (${al} >>> 0) < (${bl} >>> 0) : (${ah} >>> 0) < (${bh} >>> 0)`,
  ),
  leU64: binary64(
    (al, ah, bl, bh) => `${ah} === ${bh} ? (${al} >>> 0) <= (${bl} >>> 0) : (${ah} >>> 0) < (${bh} >>> 0)`,
  ),
  ltS64: binary64((al, ah, bl, bh) => `${ah} === ${bh} ? (${al} >>> 0) < (${bl} >>> 0) : ${ah} < ${bh}`),
  leS64: binary64((al, ah, bl, bh) => `${ah} === ${bh} ? (${al} >>> 0) <= (${bl} >>> 0) : ${ah} < ${bh}`),
  andB: truth((a, b) => `${a} && ${b}`),
  orB: truth((a, b) => `${a} || ${b}`),
  xorB: truth((a, b) => `${a} !== ${b}`),
  notB: (v, [a]) => `!${v.b1(a)}`,
  selB: (v, [c, a, b]) => `${v.b1(c)} ? ${v.b1(a)} : ${v.b1(b)}`,
};

/** Operators whose result is u32. */
export const INTEGER_OPERATORS: Readonly<Partial<Record<OpName, Emit>>> = {
  add: binary((a, b) => `(${a} + ${b}) | 0`),
  sub: binary((a, b) => `(${a} - ${b}) | 0`),
  mul: binary((a, b) => `Math.imul(${a}, ${b})`),
  mulHiU: binary((a, b) => `mulHiU(${a}, ${b})`),
  mulHiS: binary((a, b) => `mulHiS(${a}, ${b})`),
  and: binary((a, b) => `${a} & ${b}`),
  or: binary((a, b) => `${a} | ${b}`),
  xor: binary((a, b) => `${a} ^ ${b}`),
  not: unary((a) => `~${a}`),
  shl: binary((a, b) => `${a} << ${b}`),
  shrU: binary((a, b) => `(${a} >>> ${b}) | 0`),
  shrS: binary((a, b) => `${a} >> ${b}`),
  clz: unary((a) => `Math.clz32(${a})`),
  ctz: unary((a) => `ctz(${a})`),
  popcnt: unary((a) => `popcnt(${a})`),
  brev: unary((a) => `brev(${a})`),
  clz64: unary64((low, high) => `${high} !== 0 ? Math.clz32(${high}) : 32 + Math.clz32(${low})`),
  ctz64: unary64((low, high) => `${low} !== 0 ? ctz(${low}) : 32 + ctz(${high})`),
  popcnt64: unary64((low, high) => `popcnt(${low}) + popcnt(${high})`),
  lo: (v, [a]) => v.u64(a)[0],
  hi: (v, [a]) => v.u64(a)[1],
  fromBool: (v, [a]) => `${v.b1(a)} ? 1 : 0`,
  selU32: (v, [c, a, b]) => `${v.b1(c)} ? ${v.u32(a)} : ${v.u32(b)}`,
  asU32: (v, [a]) => v.bits32(a),
  uFromF32: (v, [a]) => `toUint(${v.f32(a)})`,
  sFromF32: (v, [a]) => `toInt(${v.f32(a)})`,
  uFromF64: (v, [a]) => `toUint(${v.f64(a)})`,
  sFromF64: (v, [a]) => `toInt(${v.f64(a)})`,
  f16FromF32: (v, [a]) => `halfNearest(${v.bits32(a)})`,
  f16FromF32Z: (v, [a]) => `halfToZero(${v.bits32(a)})`,
};

type Bind = (text: string) => string;
type EmitWide = (v: OperandTexts, args: Args, bind: Bind) => OperandPair;

const wide =
  (make: (al: string, ah: string, bl: string, bh: string, bind: Bind) => OperandPair): EmitWide =>
  (v, [a, b], bind) =>
    make(...v.u64(a), ...v.u64(b), bind);
const bitwise = (operator: string): EmitWide =>
  wide((al, ah, bl, bh) => [`${al} ${operator} ${bl}`, `${ah} ${operator} ${bh}`]);
const shift =
  (name: string): EmitWide =>
  (v, [a, count]) => {
    const [low, high] = v.u64(a);
    const n = v.u32(count);
    return [`${name}Lo(${low}, ${high}, ${n})`, `${name}Hi(${low}, ${high}, ${n})`];
  };

/** Operators whose result is u64: low and high word. */
export const WIDE_OPERATORS: Readonly<Partial<Record<OpName, EmitWide>>> = {
  add64: wide((al, ah, bl, bh, bind) => {
    const low = bind(`(${al} + ${bl}) | 0`);
    return [low, `(${ah} + ${bh} + ((${low} >>> 0) < (${al} >>> 0) ? 1 : 0)) | 0`];
  }),
  sub64: wide((al, ah, bl, bh) => [
    `(${al} - ${bl}) | 0`,
    `(${ah} - ${bh} - ((${al} >>> 0) < (${bl} >>> 0) ? 1 : 0)) | 0`,
  ]),
  mul64: wide((al, ah, bl, bh) => [
    `Math.imul(${al}, ${bl})`,
    `(mulHiU(${al}, ${bl}) + Math.imul(${al}, ${bh}) + Math.imul(${ah}, ${bl})) | 0`,
  ]),
  and64: bitwise('&'),
  or64: bitwise('|'),
  xor64: bitwise('^'),
  not64: (v, [a]) => {
    const [low, high] = v.u64(a);
    return [`~${low}`, `~${high}`];
  },
  shl64: shift('shl64'),
  shrU64: shift('shrU64'),
  shrS64: shift('shrS64'),
  brev64: (v, [a]) => {
    const [low, high] = v.u64(a);
    return [`brev(${high})`, `brev(${low})`];
  },
  mulWideU: (v, [a, b]) => [`Math.imul(${v.u32(a)}, ${v.u32(b)})`, `mulHiU(${v.u32(a)}, ${v.u32(b)})`],
  mulWideS: (v, [a, b]) => [`Math.imul(${v.u32(a)}, ${v.u32(b)})`, `mulHiS(${v.u32(a)}, ${v.u32(b)})`],
  zext64: (v, [a]) => [v.u32(a), '0'],
  sext64: (v, [a]) => [v.u32(a), `${v.u32(a)} >> 31`],
  pack: (v, [a, b]) => [v.u32(a), v.u32(b)],
  selU64: (v, [c, a, b]) => {
    const [al, ah] = v.u64(a);
    const [bl, bh] = v.u64(b);
    return [`${v.b1(c)} ? ${al} : ${bl}`, `${v.b1(c)} ? ${ah} : ${bh}`];
  },
  asU64: (v, [a]) => v.bits64(a),
};
