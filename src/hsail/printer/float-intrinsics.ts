// Functions of floats. Fast ones of HSAIL stand where the program permits their error.

import { elementwise } from './bit-intrinsics.js';
import { truncated } from './conversions.js';
import {
  compareFloats,
  floatName,
  floatOperation,
  flush,
  NATIVE_ERROR_ULP,
  permittedError,
  signOperation,
} from './floats.js';
import { compareIntegers } from './integers.js';
import type { IntrinsicRule } from './intrinsic-rule.js';
import type { KernelScope } from './kernel-scope.js';
import { constantPart, containerBits, I1, I32, intType, type PartType, type ValuePart } from './parts.js';
import { selected } from './vectors.js';

type PartRule = (scope: KernelScope, sources: readonly ValuePart[]) => ValuePart;

const rounding = (name: string): IntrinsicRule => elementwise((scope, sources) => floatOperation(scope, name, sources));
const sign = (name: string): IntrinsicRule => elementwise((scope, sources) => signOperation(scope, name, sources));

/** An instruction with the machine's accuracy; most of them know only 32 bits. */
const native = (name: string, widths: readonly number[] = [32]): IntrinsicRule =>
  elementwise((scope, sources) => {
    const { type } = sources[0]!;
    if (!widths.includes(type.bits)) return scope.refuse(`${name} of ${type.bits} bits`);
    return scope.operate(`${name}_${floatName(type)}`, type, sources, floatName(type));
  });

const root: IntrinsicRule = (call) => {
  const { scope, instruction, types } = call;
  const isNative = permittedError(scope, instruction) >= NATIVE_ERROR_ULP && types[0]!.bits === 32;
  return isNative ? native('nsqrt')(call) : rounding('sqrt')(call);
};

/** Of 32 bits, the chips round the product where denormals are flushed. */
const multiplyAdd: PartRule = (scope, [a, b, c]) => {
  const { type } = a!;
  if (type.bits !== 32) return floatOperation(scope, 'fma', [a!, b!, c!]);
  if (scope.shared.settings.fusesProducts) return floatOperation(scope, 'mad', [a!, b!, c!]);
  return floatOperation(scope, 'add', [floatOperation(scope, 'mul', [a!, b!]), c!]);
};

const ONES: Readonly<Record<number, bigint>> = { 16: 0x3c00n, 32: 0x3f800000n, 64: 0x3ff0000000000000n };
const HALVES: Readonly<Record<number, bigint>> = { 16: 0x3800n, 32: 0x3f000000n, 64: 0x3fe0000000000000n };
const one = (type: PartType): ValuePart => constantPart(type, ONES[type.bits]!);

/** The nearest integer, away from zero at halves. */
const roundAway: PartRule = (scope, [a]) => {
  const { type } = a!;
  const whole = floatOperation(scope, 'trunc', [a!]);
  const distance = signOperation(scope, 'abs', [floatOperation(scope, 'sub', [a!, whole])]);
  const isFar = compareFloats(scope, 'oge', distance, constantPart(type, HALVES[type.bits]!));
  const step = selected(scope, isFar, one(type), constantPart(type, 0n));
  return floatOperation(scope, 'add', [whole, signOperation(scope, 'copysign', [step, a!])]);
};

interface FloatShape {
  readonly bias: bigint;
  readonly fraction: bigint;
}
const SHAPES: Readonly<Record<number, FloatShape>> = {
  32: { bias: 127n, fraction: 23n },
  64: { bias: 1023n, fraction: 52n },
};

/** Products with powers of two: the last one alone rounds. */
const scaleByPower: PartRule = (scope, [a, exponent]) => {
  const { type } = a!;
  const shape = SHAPES[type.bits] ?? scope.refuse(`ldexp of ${type.bits} bits`);
  const { bias, fraction } = shape;
  const power = (n: bigint): ValuePart => constantPart(type, (bias + n) << fraction);
  let value = a!;
  let rest: ValuePart = { ...scope.signed(exponent!), type: I32 };
  const step = (predicate: string, limit: bigint, taken: bigint): void => {
    const isBeyond = compareIntegers(scope, predicate, rest, constantPart(I32, limit));
    const scaled = floatOperation(scope, 'mul', [value, power(taken)]);
    const less = scope.operate('sub_u32', I32, [rest, constantPart(I32, taken)], 'u32');
    value = selected(scope, isBeyond, scaled, value);
    rest = selected(scope, isBeyond, less, rest);
  };
  const down = 1n - bias + fraction + 1n;
  for (let n = 0; n < 2; n++) step('sgt', bias, bias);
  for (let n = 0; n < 2; n++) step('slt', 1n - bias, down);
  const upper = scope.operate('min_s32', I32, [rest, constantPart(I32, bias)], 's32');
  const limited = scope.operate('max_s32', I32, [upper, constantPart(I32, 1n - bias)], 's32');
  return floatOperation(scope, 'mul', [value, powerOf(scope, limited, type, shape)]);
};

function powerOf(scope: KernelScope, exponent: ValuePart, type: PartType, { bias, fraction }: FloatShape): ValuePart {
  const biased = scope.operate('add_u32', I32, [exponent, `${bias}`], 'u32');
  if (type.bits === 32) return scope.operate('shl_u32', type, [biased, `${fraction}`], 'u32');
  const wide = scope.operate('cvt_u64_u32', intType(64), [biased], 'u32');
  return scope.operate('shl_u64', type, [wide, `${fraction}`], 'u64');
}

/** Conversions that saturate; narrower types are limited behind those of the register. */
const saturated =
  (letter: 'u' | 's'): IntrinsicRule =>
  ({ scope, sources, types }) =>
    sources[0]!.map((part, n) => {
      const type = types[n]!;
      const bits = containerBits(type);
      const name = `cvt${flush(scope, part.type)}_zeroi_sat_${letter}${bits}_${floatName(part.type)}`;
      const whole = scope.operate(name, intType(bits), [part], floatName(part.type));
      if (type.bits === bits) return whole;
      const largest = letter === 'u' ? (1n << BigInt(type.bits)) - 1n : (1n << BigInt(type.bits - 1)) - 1n;
      const own = `${letter}${bits}`;
      const below = scope.operate(`min_${own}`, whole.type, [whole, constantPart(whole.type, largest)], own);
      if (letter === 'u') return { ...below, type };
      const lowest = constantPart(whole.type, -largest - 1n);
      return truncated(scope, scope.operate(`max_${own}`, whole.type, [below, lowest], own), type);
    });

const classOf: IntrinsicRule = ({ scope, sources }) =>
  sources[0]!.map((part) => {
    const mask = scope.constant(sources[1]![0]!);
    if (mask === undefined) return scope.refuse('classes of floats that are known only when it runs');
    const name = floatName(part.type);
    return scope.operate(`class_b1_${name}`, I1, [part, `${mask}`], name);
  });

const median: PartRule = (scope, [a, b, c]) => {
  const larger = floatOperation(scope, 'max', [a!, b!]);
  const smaller = floatOperation(scope, 'min', [a!, b!]);
  return floatOperation(scope, 'max', [smaller, floatOperation(scope, 'min', [larger, c!])]);
};

export const FLOAT_INTRINSICS: Readonly<Record<string, IntrinsicRule>> = {
  'llvm.fabs': sign('abs'),
  'llvm.copysign': sign('copysign'),
  'llvm.floor': rounding('floor'),
  'llvm.ceil': rounding('ceil'),
  'llvm.trunc': rounding('trunc'),
  'llvm.rint': rounding('rint'),
  'llvm.nearbyint': rounding('rint'),
  'llvm.roundeven': rounding('rint'),
  'llvm.round': elementwise(roundAway),
  'llvm.minnum': rounding('min'),
  'llvm.maxnum': rounding('max'),
  'llvm.minimumnum': rounding('min'),
  'llvm.maximumnum': rounding('max'),
  'llvm.fma': rounding('fma'),
  'llvm.fmuladd': elementwise(multiplyAdd),
  'llvm.sqrt': root,
  'llvm.canonicalize': elementwise((scope, [a]) => floatOperation(scope, 'mul', [a!, one(a!.type)])),
  'llvm.exp2': native('nexp2'),
  'llvm.log2': native('nlog2'),
  'llvm.sin': native('nsin'),
  'llvm.cos': native('ncos'),
  'llvm.amdgcn.exp2': native('nexp2'),
  'llvm.amdgcn.log': native('nlog2'),
  'llvm.amdgcn.rcp': native('nrcp', [32, 64]),
  'llvm.amdgcn.rsq': native('nrsqrt', [32, 64]),
  'llvm.amdgcn.sqrt': native('nsqrt', [32, 64]),
  'llvm.amdgcn.fract': rounding('fract'),
  'llvm.amdgcn.fmed3': elementwise(median),
  'llvm.ldexp': elementwise(scaleByPower),
  'llvm.amdgcn.ldexp': elementwise(scaleByPower),
  'llvm.is.fpclass': classOf,
  'llvm.amdgcn.class': classOf,
  'llvm.fptosi.sat': saturated('s'),
  'llvm.fptoui.sat': saturated('u'),
};
