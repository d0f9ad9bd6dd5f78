// Instructions of integers: arithmetic, shifts, comparisons.

import type { IrInstruction } from '../../compiler/ir/instruction.js';
import type { KernelScope } from './kernel-scope.js';
import { absoluteId } from './launch-queries.js';
import { constantPart, containerBits, I1, type PartType, type ValuePart } from './parts.js';

export type InstructionRule = (scope: KernelScope, instruction: IrInstruction) => void;

/** The parts of both operands with a common type. */
export function pairs(scope: KernelScope, instruction: IrInstruction): (readonly [ValuePart, ValuePart])[] {
  const { type, values } = instruction;
  const [a, b] = values.map((value) => scope.parts(`${type} ${value}`));
  return a!.map((part, n) => [part, b![n]!] as const);
}

type BinaryRule = (scope: KernelScope, a: ValuePart, b: ValuePart, flags: string) => ValuePart;

const elementwise =
  (rule: BinaryRule): InstructionRule =>
  (scope, instruction) =>
    scope.set(
      instruction,
      pairs(scope, instruction).map(([a, b]) => rule(scope, a, b, instruction.flags)),
    );

/** Replacements of arithmetic on truth values. */
const OF_TRUTHS: Readonly<Record<string, string>> = {
  add: 'xor',
  sub: 'xor',
  mul: 'and',
  xor: 'xor',
  and: 'and',
  or: 'or',
};

function ofTruths(scope: KernelScope, name: string, a: ValuePart, b: ValuePart): ValuePart {
  const operation = OF_TRUTHS[name];
  if (operation === undefined) return scope.refuse(`${name} of i1`);
  if (operation === 'xor' && scope.constant(b) === 1n) return scope.operate('not_b1', I1, [a], 'b1');
  return scope.operate(`${operation}_b1`, I1, [a, b], 'b1');
}

/** Sums, products and shifts to the left: the lower bits of the result depend on those of the operands only. */
const lower =
  (name: string): BinaryRule =>
  (scope, a, b, flags) => {
    const { type } = a;
    if (type.bits === 1) return ofTruths(scope, name, a, b);
    if (name === 'add' && scope.constant(b) === 0n) return a;
    const own = `u${containerBits(type)}`;
    const result = scope.operate(`${name}_${own}`, type, [a, name === 'shl' ? shiftCount(scope, b) : b], own);
    if (name === 'add' && type.bits === 32) return absoluteId(scope, result);
    return flags.includes('nuw') ? result : scope.narrowed(result);
  };

const bitwise =
  (name: string): BinaryRule =>
  (scope, a, b) => {
    const { type } = a;
    if (type.bits === 1) return ofTruths(scope, name, a, b);
    const own = `b${containerBits(type)}`;
    const ones = (1n << BigInt(type.bits)) - 1n;
    if (name === 'xor' && scope.constant(b) === ones && type.bits === containerBits(type))
      return scope.operate(`not_${own}`, type, [a], own);
    return scope.operate(`${name}_${own}`, type, [a, b], own);
  };

/** Counts of shifts have 32 bits. */
export function shiftCount(scope: KernelScope, count: ValuePart): ValuePart {
  if (count.type.bits <= 32) return count;
  const type: PartType = { ...count.type, bits: 32 };
  if (typeof count.value === 'bigint') return constantPart(type, count.value);
  return scope.operate('cvt_u32_u64', type, [count], 'u64');
}

const unsigned =
  (name: string): BinaryRule =>
  (scope, a, b) => {
    if (a.type.bits === 1) return scope.refuse(`${name} of i1`);
    const own = `u${containerBits(a.type)}`;
    return scope.operate(`${name}_${own}`, a.type, [a, name === 'shr' ? shiftCount(scope, b) : b], own);
  };

const signedOperation =
  (name: string): BinaryRule =>
  (scope, a, b) => {
    const { type } = a;
    if (type.bits === 1) return scope.refuse(`${name} of i1`);
    const own = `s${containerBits(type)}`;
    const second = name === 'shr' ? shiftCount(scope, b) : scope.signed(b);
    return scope.narrowed(scope.operate(`${name}_${own}`, type, [scope.signed(a), second], own));
  };

const COMPARISONS: Readonly<Record<string, string>> = {
  eq: 'eq',
  ne: 'ne',
  ugt: 'gt',
  uge: 'ge',
  ult: 'lt',
  ule: 'le',
  sgt: 'gt',
  sge: 'ge',
  slt: 'lt',
  sle: 'le',
};
const OPPOSITES: Readonly<Record<string, string>> = {
  eq: 'ne',
  ne: 'eq',
  ugt: 'ule',
  uge: 'ult',
  ult: 'uge',
  ule: 'ugt',
  sgt: 'sle',
  sge: 'slt',
  slt: 'sge',
  sle: 'sgt',
};

function compareTruths(scope: KernelScope, predicate: string, a: ValuePart, b: ValuePart): ValuePart {
  const isEquality = predicate === 'eq' || predicate === 'ne';
  if (!isEquality) return scope.refuse(`icmp ${predicate} of i1`);
  const differs = scope.operate('xor_b1', I1, [a, b], 'b1');
  return predicate === 'ne' ? differs : scope.operate('not_b1', I1, [differs], 'b1');
}

export function compareIntegers(scope: KernelScope, predicate: string, a: ValuePart, b: ValuePart): ValuePart {
  if (a.type.bits === 1) return compareTruths(scope, predicate, a, b);
  const isSigned = predicate.startsWith('s');
  const type = `${isSigned ? 's' : 'u'}${containerBits(a.type)}`;
  const sources = isSigned ? [scope.signed(a), scope.signed(b)] : [a, b];
  return scope.operate(`cmp_${COMPARISONS[predicate]}_b1_${type}`, I1, sources, type);
}

/** The opposite of a comparison of integers as one instruction; undefined for others. */
export function oppositeComparison(scope: KernelScope, instruction: IrInstruction): ValuePart | undefined {
  const opposite = instruction.opcode === 'icmp' ? OPPOSITES[instruction.predicate] : undefined;
  if (opposite === undefined) return undefined;
  const [a, b] = pairs(scope, instruction)[0]!;
  return a.type.bits === 1 ? undefined : compareIntegers(scope, opposite, a, b);
}

export const INTEGER_RULES: Readonly<Record<string, InstructionRule>> = {
  add: elementwise(lower('add')),
  sub: elementwise(lower('sub')),
  mul: elementwise(lower('mul')),
  shl: elementwise(lower('shl')),
  and: elementwise(bitwise('and')),
  or: elementwise(bitwise('or')),
  xor: elementwise(bitwise('xor')),
  udiv: elementwise(unsigned('div')),
  urem: elementwise(unsigned('rem')),
  lshr: elementwise(unsigned('shr')),
  sdiv: elementwise(signedOperation('div')),
  srem: elementwise(signedOperation('rem')),
  ashr: elementwise(signedOperation('shr')),
  icmp: (scope, instruction) =>
    scope.set(
      instruction,
      pairs(scope, instruction).map(([a, b]) => compareIntegers(scope, instruction.predicate, a, b)),
    ),
};
