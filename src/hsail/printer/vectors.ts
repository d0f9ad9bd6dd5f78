// Instructions of vectors and structures: their parts are registers of their own.

import { readType } from '../../compiler/ir/types.js';
import { typedText } from './constants.js';
import { compareIntegers, type InstructionRule } from './integers.js';
import type { KernelScope } from './kernel-scope.js';
import { constantPart, definedType, partsOf, plainTypeName, type ValuePart } from './parts.js';

/** One of two parts by a truth. */
export function selected(scope: KernelScope, condition: ValuePart, a: ValuePart, b: ValuePart): ValuePart {
  const { value } = condition;
  if (typeof value === 'bigint') return value === 0n ? b : a;
  if (a.segment !== b.segment) return scope.refuse('one of an argument and other memory');
  const type = plainTypeName(a.type);
  const chosen = [a, b].map((part) => scope.operand(part, type));
  return { ...scope.operate(`cmov_${type}`, a.type, [condition, ...chosen], 'b1'), segment: a.segment };
}

const equals = (scope: KernelScope, index: ValuePart, n: number): ValuePart =>
  compareIntegers(scope, 'eq', index, constantPart(index.type, BigInt(n)));

const extractElement: InstructionRule = (scope, instruction) => {
  const [vector, index] = instruction.operands.map((operand) => scope.parts(operand));
  const place = scope.constant(index![0]!);
  if (place !== undefined) return scope.set(instruction, [vector![Number(place)] ?? vector![0]!]);
  const element = vector!
    .slice(1)
    .reduce((sum, part, n) => selected(scope, equals(scope, index![0]!, n + 1), part, sum), vector![0]!);
  scope.set(instruction, [element]);
};

const insertElement: InstructionRule = (scope, instruction) => {
  const [vector, element, index] = instruction.operands.map((operand) => scope.parts(operand));
  const place = scope.constant(index![0]!);
  scope.set(
    instruction,
    vector!.map((part, n) => {
      if (place !== undefined) return BigInt(n) === place ? element![0]! : part;
      return selected(scope, equals(scope, index![0]!, n), element![0]!, part);
    }),
  );
};

const shuffleVector: InstructionRule = (scope, instruction) => {
  const [a, b, mask] = instruction.operands;
  const all = [...scope.parts(a!), ...scope.parts(b!)];
  const { text, type } = typedText(mask!);
  const indices = /^(?:undef|poison|zeroinitializer)$/.test(text)
    ? partsOf(type, scope.named).map(() => 0)
    : (text.match(/(?<=i32 )(?:\d+|undef|poison)/g) ?? []).map((word) => Number(word) || 0);
  scope.set(
    instruction,
    indices.map((index) => all[index]!),
  );
};

/** The place of a member's parts, and their number. */
function memberParts(scope: KernelScope, typeText: string, indices: readonly string[]): readonly [number, number] {
  let type = definedType(readType(typeText)!, scope.named);
  let start = 0;
  for (const index of indices.map(Number)) {
    const fields = type.kind === 'struct' ? type.fields : 'element' in type ? Array(type.count).fill(type.element) : [];
    for (let n = 0; n < index; n++) start += partsOf(fields[n]!, scope.named).length;
    type = definedType(fields[index]!, scope.named);
  }
  return [start, partsOf(type, scope.named).length];
}

const extractValue: InstructionRule = (scope, instruction) => {
  const [whole, ...indices] = instruction.operands;
  const [start, count] = memberParts(scope, instruction.type, indices);
  scope.set(instruction, scope.parts(whole!).slice(start, start + count));
};

const insertValue: InstructionRule = (scope, instruction) => {
  const [whole, member, ...indices] = instruction.operands;
  const [start, count] = memberParts(scope, instruction.type, indices);
  const parts = scope.parts(whole!);
  scope.set(instruction, [...parts.slice(0, start), ...scope.parts(member!), ...parts.slice(start + count)]);
};

const select: InstructionRule = (scope, instruction) => {
  const [conditions, a, b] = instruction.operands.map((operand) => scope.parts(operand));
  scope.set(
    instruction,
    a!.map((part, n) => selected(scope, conditions![conditions!.length === 1 ? 0 : n]!, part, b![n]!)),
  );
};

export const VECTOR_RULES: Readonly<Record<string, InstructionRule>> = {
  extractelement: extractElement,
  insertelement: insertElement,
  shufflevector: shuffleVector,
  extractvalue: extractValue,
  insertvalue: insertValue,
  select,
};
