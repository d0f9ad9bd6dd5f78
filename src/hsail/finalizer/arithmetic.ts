// Rules of arithmetic: one operation on scalars, or on the parts of packed types.

import { PACKINGS, spellingOf } from '../brig/enums.js';
import { floatOperation } from './floats.js';
import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { INTEGER_OPERATIONS, saturated } from './integers.js';
import { fromParts, partAt, partCount } from './parts.js';
import { isFloatName, isPackedName, shapeOf } from './shapes.js';

function scalar(instruction: HsailInstruction, type: string, values: readonly string[], saturates = false): string {
  if (isFloatName(type)) return floatOperation(instruction, type, values);
  if (saturates) return saturated(instruction, type, values);
  const operation = INTEGER_OPERATIONS[instruction.name];
  if (operation === undefined) throw instruction.refusal(`${type} is no type of it`);
  return operation(instruction, type, values);
}

/** `p`: each part of an operand; `s`: its lowest part. A result of one part leaves the others of the destination. */
function packed(instruction: HsailInstruction): void {
  const { type, scope } = instruction;
  const packing = spellingOf(PACKINGS, instruction.field('pack')) ?? 'none';
  const [letters, limit] = packing.split('_') as [string, string | undefined];
  const isSingle = /^s+$/.test(letters);
  const sources = instruction.operands.slice(1).map((operand) => scope.readBits(operand, type));
  const { part } = shapeOf(type);
  const parts = Array.from({ length: isSingle ? 1 : partCount(type) }, (_, index) =>
    scalar(
      instruction,
      part,
      sources.map((source, number) => partAt(scope, type, source, letters[number] === 's' ? 0 : index)),
      limit === 'sat',
    ),
  );
  const before = isSingle ? scope.readBits(instruction.operand(0), type) : undefined;
  scope.write(instruction.operand(0), `b${shapeOf(type).bits}`, fromParts(scope, type, parts, before));
}

const arithmetic: Rule = (instruction) => {
  if (isPackedName(instruction.type)) return packed(instruction);
  return instruction.write(scalar(instruction, instruction.type, instruction.sources()));
};

const NAMES = [
  'abs add borrow carry ceil copysign div floor fma fract mad max min mul mulhi neg rem rint sqrt sub trunc',
  'mad24 mad24hi mul24 mul24hi',
];

export const ARITHMETIC_RULES: RuleTable = Object.fromEntries(
  NAMES.flatMap((names) => names.split(' ')).map((name) => [name, arithmetic]),
);
