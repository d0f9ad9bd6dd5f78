// Blocks, phis, branches and calls.

import type { SpirvInstruction } from '../../../spirv/module.js';
import type { SpirvRule, SpirvScope } from './function-scope.js';
import { irType, isSameType, type TypeShape } from './type-shapes.js';

const label = (id: number): string => `label %b${id}`;

const branch: SpirvRule = (scope, instruction) => scope.effect(`br ${label(scope.id(instruction, 0))}`);

const conditional: SpirvRule = (scope, instruction) => {
  const condition = scope.operand(instruction, 0);
  scope.need(condition.type.kind === 'bool', instruction, 'the condition is no boolean');
  const [yes, no] = [1, 2].map((n) => label(scope.id(instruction, n)));
  scope.effect(`br i1 ${condition.text}, ${yes}, ${no}`);
};

const switchRule: SpirvRule = (scope, instruction) => {
  const value = scope.operand(instruction, 0);
  const { type } = value;
  if (type.kind !== 'int') throw scope.fail(instruction, 'the selector is no integer');
  const rest = instruction.operands.slice(2);
  const cases: string[] = [];
  const seen = new Set<bigint>();
  for (let n = 0; n + 1 < rest.length; n += 2) {
    const number = BigInt.asIntN(type.width, rest[n]?.bits ?? 0n);
    scope.need(!seen.has(number), instruction, `the case ${number} stands twice`);
    seen.add(number);
    cases.push(`${irType(type)} ${number}, ${label(rest[n + 1]?.value ?? 0)}`);
  }
  scope.effect(`switch ${irType(type)} ${value.text}, ${label(scope.id(instruction, 1))} [ ${cases.join(' ')} ]`);
};

const returnRule =
  (result: TypeShape): SpirvRule =>
  (scope, instruction) => {
    scope.need(result.kind === 'void', instruction, 'the function has a result');
    scope.effect('ret void');
  };

const returnValue =
  (result: TypeShape): SpirvRule =>
  (scope, instruction) => {
    const value = scope.operand(instruction, 0);
    scope.need(
      isSameType(value.type, result) && result.kind !== 'void',
      instruction,
      'a value of another type than the result',
    );
    scope.effect(`ret ${irType(result)} ${value.text}`);
  };

const call: SpirvRule = (scope, instruction) => {
  const { symbol, shape } = scope.module.callee(scope.id(instruction, 0), instruction);
  const values = scope.operands(instruction, 1);
  const fits =
    values.length === shape.parameters.length &&
    values.every(({ type }, n) => isSameType(type, shape.parameters[n] ?? type)) &&
    isSameType(scope.resultType(instruction), shape.result);
  scope.need(fits, instruction, 'arguments or result of other types than those of the function');
  const text = `call ${irType(shape.result)} ${symbol}(${values.map(({ type, text: own }) => `${irType(type)} ${own}`).join(', ')})`;
  if (shape.result.kind === 'void') scope.effect(text);
  else scope.define(instruction, text);
};

/** A phi's line, when all values have been translated. @param edges how often each parent branches to its block */
export function phiLine(scope: SpirvScope, instruction: SpirvInstruction, edges: ReadonlyMap<number, number>): string {
  const type = scope.resultType(instruction);
  const incoming: string[] = [];
  for (let n = 0; n + 1 < instruction.operands.length; n += 2) {
    const value = scope.operand(instruction, n);
    const parent = scope.id(instruction, n + 1);
    scope.need(isSameType(value.type, type), instruction, `operand ${n + 1} is of another type`);
    const edge = `[ ${value.text}, %b${parent} ]`;
    const count = edges.get(parent) ?? 0;
    scope.module.addCharacters(edge.length * count, instruction.offset);
    for (let one = 0; one < count; one++) incoming.push(edge);
  }
  return `  %v${instruction.result} = phi ${irType(type)} ${incoming.join(', ')}`;
}

const nothing: SpirvRule = () => undefined;
const undef: SpirvRule = (scope, instruction) => {
  const type = scope.resultType(instruction);
  scope.need(type.kind !== 'void' && type.kind !== 'function', instruction, 'a type without values');
  scope.set(instruction, { type, text: 'undef' });
};

export const CONTROL_RULES: Readonly<Record<string, SpirvRule>> = {
  Branch: branch,
  BranchConditional: conditional,
  Switch: switchRule,
  Unreachable: (scope) => scope.effect('unreachable'),
  FunctionCall: call,
  Undef: undef,
  Nop: nothing,
  // Hints: LLVM finds the structure of loops itself.
  LoopMerge: nothing,
  SelectionMerge: nothing,
  AssumeTrueKHR: nothing,
};

export const returnRules = (result: TypeShape): Readonly<Record<string, SpirvRule>> => ({
  Return: returnRule(result),
  ReturnValue: returnValue(result),
});
