// The blocks of a function in LLVM IR text, their values, predecessors and successors.
import type { IrInstruction } from './instruction.js';
import type { IrFunction } from './module.js';

/** An instruction in its block. */
export interface IrValue {
  readonly name: string | undefined;
  readonly instruction: IrInstruction;
  readonly block: IrBlock;
}

export interface IrBlock {
  readonly name: string;
  readonly values: IrValue[];
  readonly successors: IrBlock[];
  readonly predecessors: IrBlock[];
  /** The condition of its terminator; undefined for unconditional ones. */
  condition: string | undefined;
}

export interface FunctionFlow {
  readonly blocks: readonly IrBlock[];
  readonly values: ReadonlyMap<string, IrValue>;
}

export const isPhi = ({ instruction }: IrValue): boolean => instruction.opcode === 'phi';

const emptyBlock = (name: string): IrBlock => ({
  name,
  values: [],
  successors: [],
  predecessors: [],
  condition: undefined,
});

/** Blocks with their instructions, not connected. */
function blocksOf({ body }: IrFunction): IrBlock[] {
  // The first block has no label if no branch refers to it.
  let block = emptyBlock('');
  const blocks = [block];
  for (const part of body) {
    if (part.kind === 'label') {
      block = emptyBlock(part.name);
      blocks.push(block);
    } else if (part.kind === 'instruction') {
      const { instruction } = part;
      block.values.push({ name: instruction.result, instruction, block });
    }
  }
  return blocks;
}

function connect(block: IrBlock, named: ReadonlyMap<string, IrBlock>): void {
  const terminator = block.values.at(-1)?.instruction;
  block.condition = terminator?.condition;
  for (const name of new Set(terminator?.targets)) {
    const target = named.get(name);
    if (!target) continue;
    block.successors.push(target);
    target.predecessors.push(block);
  }
}

export function readFlow(one: IrFunction): FunctionFlow {
  const blocks = blocksOf(one);
  const named = new Map(blocks.map((block) => [block.name, block]));
  for (const block of blocks) connect(block, named);
  const all = blocks.flatMap(({ values }) => values);
  const values = new Map(all.flatMap((value) => (value.name === undefined ? [] : [[value.name, value] as const])));
  return { blocks, values };
}
