// How rows of HSAIL are written down: a list of instructions of a format, numbered in its order.

import { type DefinitionRow, familiesOf, type InstructionRow, type Operands, type RowOptions } from '../define.js';
import type { Stmt } from '../language/expr.js';
import { HSAIL } from './registers.js';

export type Row<S extends string> = readonly [
  name: string,
  meaning: string,
  semantics: (operands: Operands<S>) => readonly Stmt[],
  options?: RowOptions,
];

const families = familiesOf(HSAIL);

/** @param orders slots in the order of the text, by row, where it has not all of them */
export function rowsOf<S extends string>(
  format: string,
  slots: readonly S[],
  rows: readonly Row<S>[],
): InstructionRow[] {
  const numbered = rows.map(([name, meaning, semantics, options], opcode): [string, DefinitionRow<S>] => [
    name,
    [opcode, meaning, semantics, options],
  ]);
  return [...families(format, slots)(Object.fromEntries(numbered))];
}

export const SLOTS = ['D', 'S0', 'S1', 'S2', 'S3'] as const;
export type AluSlot = (typeof SLOTS)[number];
export type AluRow = Row<AluSlot>;
export type AluOperands = Operands<AluSlot>;
