// The body of a kernel or function as a list of instructions, with what is declared in it.

import { type BrigEntry, type BrigModule, listAt, operandsOf } from '../brig/module.js';
import { OPCODES, type OpcodeRow } from '../brig/opcodes.js';

export interface BodyInstruction {
  readonly entry: BrigEntry;
  readonly row: OpcodeRow;
  readonly operands: readonly BrigEntry[];
}

export interface Body {
  readonly instructions: readonly BodyInstruction[];
  /** Number of the instruction behind a label, by the label's entry. */
  readonly labels: ReadonlyMap<number, number>;
  readonly variables: readonly BrigEntry[];
  readonly controls: readonly BrigEntry[];
}

export function bodyOf(module: BrigModule, executable: BrigEntry): Body {
  const [first, end] = [executable.values['firstCodeBlockEntry']!, executable.values['nextModuleEntry']!];
  const instructions: BodyInstruction[] = [];
  const labels = new Map<number, number>();
  const variables: BrigEntry[] = [];
  const controls: BrigEntry[] = [];
  for (const entry of module.code.values()) {
    if (entry.offset < first || entry.offset >= end) continue;
    if (entry.kind.startsWith('inst_'))
      instructions.push({ entry, row: OPCODES[entry.values['opcode']!]!, operands: operandsOf(module, entry) });
    else if (entry.kind === 'directive_label') labels.set(entry.offset, instructions.length);
    else if (entry.kind === 'directive_variable') variables.push(entry);
    else if (entry.kind === 'directive_control') controls.push(entry);
  }
  return { instructions, labels, variables, controls };
}

/** Numbers of instructions that may follow one; the number of instructions is the end of the body. */
export function successors(module: BrigModule, { instructions, labels }: Body, index: number): readonly number[] {
  const { row, operands } = instructions[index]!;
  const at = (operand: BrigEntry): number => labels.get(operand.values['ref']!)!;
  switch (row.name) {
    case 'br':
      return [at(operands[0]!)];
    case 'cbr':
      return [at(operands[1]!), index + 1];
    case 'sbr':
      return targetsOf(module, operands[1]!).map((target) => labels.get(target)!);
    case 'ret':
      return [instructions.length];
    default:
      return [index + 1];
  }
}

/** Entries in a list of labels. */
export const targetsOf = (module: BrigModule, list: BrigEntry): readonly number[] =>
  listAt(module, list.values['elements']!);

/** True if an instruction allocates private memory. */
const isAllocation = ({ row }: Pick<BodyInstruction, 'row'>): boolean => row.name === 'alloca';

/** True if a module has the instruction. */
export const allocatesIn = (module: BrigModule): boolean =>
  [...module.code.values()].some(
    ({ kind, values }) => kind.startsWith('inst_') && isAllocation({ row: OPCODES[values['opcode']!]! }),
  );

export const allocates = ({ instructions }: Body): boolean => instructions.some(isAllocation);
