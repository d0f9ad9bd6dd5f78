// The functions of a module and their blocks.

import { type SpirvInstruction, type SpirvModule, spirvError } from './module.js';

export interface SpirvBlock {
  readonly label: SpirvInstruction;
  /** Without label and terminator. */
  readonly body: readonly SpirvInstruction[];
  readonly terminator: SpirvInstruction;
}

export interface SpirvFunction {
  readonly definition: SpirvInstruction;
  readonly parameters: readonly SpirvInstruction[];
  /** Empty for declarations. */
  readonly blocks: readonly SpirvBlock[];
}

const TERMINATORS: readonly string[] = [
  'Branch',
  'BranchConditional',
  'Switch',
  'Return',
  'ReturnValue',
  'Unreachable',
  'Kill',
  'TerminateInvocation',
];
/** Instructions that carry source positions may stand anywhere. */
export const LINES: readonly string[] = ['Line', 'NoLine'];

interface OpenFunction {
  readonly definition: SpirvInstruction;
  readonly parameters: SpirvInstruction[];
  readonly blocks: SpirvBlock[];
  label?: SpirvInstruction | undefined;
  body: SpirvInstruction[];
}

class FunctionReader {
  readonly functions: SpirvFunction[] = [];
  private open: OpenFunction | undefined;

  constructor(private readonly module: SpirvModule) {}

  private error({ offset, name }: SpirvInstruction, what: string): Error {
    return spirvError(this.module.name, offset, `Op${name} ${what}`);
  }

  add(instruction: SpirvInstruction): void {
    const { name } = instruction;
    const { open } = this;
    if (open === undefined) {
      if (name === 'Function') this.open = { definition: instruction, parameters: [], blocks: [], body: [] };
      else if (!LINES.includes(name) && this.functions.length > 0 && name !== 'ExtInst')
        throw this.error(instruction, 'stands outside of functions, behind the first one');
    } else if (name === 'Function') throw this.error(instruction, 'stands in another function');
    else if (name === 'FunctionEnd') this.end(open, instruction);
    else if (name === 'FunctionParameter') {
      if (open.blocks.length > 0 || open.label) throw this.error(instruction, 'stands behind a block');
      open.parameters.push(instruction);
    } else this.inFunction(open, instruction);
  }

  private inFunction(open: OpenFunction, instruction: SpirvInstruction): void {
    const { name } = instruction;
    if (name === 'Label') {
      if (open.label) throw this.error(instruction, 'stands in a block without terminator');
      open.label = instruction;
    } else if (open.label === undefined) {
      if (!LINES.includes(name)) throw this.error(instruction, 'stands in no block');
    } else if (TERMINATORS.includes(name)) {
      open.blocks.push({ label: open.label, body: open.body, terminator: instruction });
      open.label = undefined;
      open.body = [];
    } else open.body.push(instruction);
  }

  private end({ definition, parameters, blocks, label }: OpenFunction, instruction: SpirvInstruction): void {
    if (label) throw this.error(instruction, 'stands in a block without terminator');
    this.functions.push({ definition, parameters, blocks });
    this.open = undefined;
  }

  finish(): void {
    if (this.open) throw this.error(this.open.definition, 'has no OpFunctionEnd');
  }
}

/** @throws AtollError BAD_INPUT with the word of an instruction at a wrong place */
export function functionsOf(module: SpirvModule): SpirvFunction[] {
  const reader = new FunctionReader(module);
  const first = module.instructions.findIndex(({ name }) => name === 'Function');
  if (first === -1) return [];
  for (const instruction of module.instructions.slice(first)) reader.add(instruction);
  reader.finish();
  return reader.functions;
}

/** The labels to which a terminator branches. */
export function targetsOf({ name, operands }: SpirvInstruction): number[] {
  if (name === 'Branch') return [operands[0]?.value ?? 0];
  if (name === 'BranchConditional') return operands.slice(1, 3).map(({ value }) => value);
  if (name !== 'Switch') return [];
  return operands
    .slice(1)
    .filter(({ kind }) => kind === 'I')
    .map(({ value }) => value);
}
