// Instructions that convert.

import { readType } from '../../compiler/ir/types.js';
import { reinterpreted } from './bit-parts.js';
import { floatName, flush } from './floats.js';
import type { InstructionRule } from './integers.js';
import type { KernelScope } from './kernel-scope.js';
import { constantPart, containerBits, I1, intType, type PartType, type ValuePart } from './parts.js';

type CastRule = (scope: KernelScope, part: ValuePart, target: PartType) => ValuePart;

const elementwise =
  (rule: CastRule): InstructionRule =>
  (scope, instruction) => {
    const { type, value, target } = instruction.cast!;
    const types = scope.typesOf(readType(target)!);
    scope.set(
      instruction,
      scope.parts(`${type} ${value}`).map((part, n) => rule(scope, part, types[n]!)),
    );
  };

/** An integer with zeros or signs above in a wider register; narrower parts are in it already. */
function widened(scope: KernelScope, part: ValuePart, target: PartType, sign: 'u' | 's'): ValuePart {
  if (containerBits(part.type) === containerBits(target)) return { ...part, type: target };
  return scope.operate(`cvt_${sign}64_${sign}32`, target, [part], `${sign}32`);
}

export const zeroExtended: CastRule = (scope, part, target) => {
  if (typeof part.value === 'bigint') return constantPart(target, part.value);
  if (part.type.bits !== 1) return widened(scope, part, target, 'u');
  const own = `b${containerBits(target)}`;
  return scope.operate(`cmov_${own}`, target, [part, '1', '0'], 'b1');
};

const signExtended: CastRule = (scope, part, target) => {
  if (typeof part.value === 'bigint') return constantPart(target, BigInt.asIntN(part.type.bits, part.value));
  if (part.type.bits === 1) {
    const own = `b${containerBits(target)}`;
    const ones = (1n << BigInt(target.bits)) - 1n;
    return scope.operate(`cmov_${own}`, target, [part, `0x${ones.toString(16)}`, '0'], 'b1');
  }
  return scope.narrowed(widened(scope, scope.signed(part), target, 's'));
};

export const truncated: CastRule = (scope, part, target) => {
  if (typeof part.value === 'bigint') return constantPart(target, part.value);
  const isNarrower = containerBits(part.type) === 64 && containerBits(target) === 32;
  const word = isNarrower ? scope.operate('cvt_u32_u64', intType(32), [part], 'u64') : part;
  if (target.bits !== 1) return scope.narrowed({ ...word, type: target });
  const bits = `b${containerBits(word.type)}`;
  const low = scope.operate(`and_${bits}`, word.type, [word, '1'], bits);
  return scope.operate(`cmp_ne_b1_u${bits.slice(1)}`, I1, [low, '0'], `u${bits.slice(1)}`);
};

/** Between floats: denormals of 32 bits are flushed at either side. */
const floatToFloat: CastRule = (scope, part, target) => {
  const names = `${floatName(target)}_${floatName(part.type)}`;
  return scope.operate(`cvt${flush(scope, part.type)}_${names}`, target, [part], floatName(part.type));
};

const floatToInteger =
  (sign: 'u' | 's'): CastRule =>
  (scope, part, target) => {
    const whole = intType(containerBits(target));
    const name = `cvt${flush(scope, part.type)}_zeroi_${sign}${whole.bits}_${floatName(part.type)}`;
    return scope.narrowed({ ...scope.operate(name, whole, [part], floatName(part.type)), type: target });
  };

const integerToFloat =
  (sign: 'u' | 's'): CastRule =>
  (scope, part, target) => {
    const source =
      sign === 's' ? scope.signed(part) : part.type.bits === 1 ? zeroExtended(scope, part, intType(32)) : part;
    const name = `${sign}${containerBits(source.type)}`;
    return scope.operate(`cvt_${floatName(target)}_${name}`, target, [source], name);
  };

const ofPointer: CastRule = (scope, part, target) => {
  const whole: ValuePart = {
    type: intType(part.type.bits),
    value: typeof part.value === 'bigint' ? part.value : scope.register(part),
  };
  if (target.bits === part.type.bits) return { ...whole, type: target };
  return target.bits < part.type.bits ? truncated(scope, whole, target) : zeroExtended(scope, whole, target);
};

/** Group and private memory are apertures of the flat address space; global memory is part of it. */
const betweenSpaces: CastRule = (scope, part, target) => {
  const [from, to] = [part.type, target];
  if (part.segment) return scope.refuse('the flat address of an argument');
  if (from.bits === to.bits)
    return { type: to, value: typeof part.value === 'bigint' ? part.value : scope.register(part) };
  const isFlat = from.bits === 32;
  const segment = scope.segment(isFlat ? part : { type: to, value: 0n });
  const name = isFlat ? `stof_${segment}u64_u32` : `ftos_${segment}u32_u64`;
  return scope.operate(name, to, [{ type: from, value: scope.register(part) }], 'u32');
};

export const CONVERSION_RULES: Readonly<Record<string, InstructionRule>> = {
  zext: elementwise(zeroExtended),
  sext: elementwise(signExtended),
  trunc: elementwise(truncated),
  fpext: elementwise(floatToFloat),
  fptrunc: elementwise(floatToFloat),
  fptoui: elementwise(floatToInteger('u')),
  fptosi: elementwise(floatToInteger('s')),
  uitofp: elementwise(integerToFloat('u')),
  sitofp: elementwise(integerToFloat('s')),
  ptrtoint: elementwise(ofPointer),
  inttoptr: elementwise((scope, part, target) => ({ ...ofPointer(scope, part, intType(target.bits)), type: target })),
  addrspacecast: elementwise(betweenSpaces),
  bitcast: (scope, instruction) => {
    const { type, value, target } = instruction.cast!;
    const types = scope.typesOf(readType(target)!);
    scope.set(instruction, reinterpreted(scope, scope.parts(`${type} ${value}`), types));
  },
  freeze: (scope, instruction) => scope.set(instruction, scope.parts(instruction.operands[0]!)),
};
