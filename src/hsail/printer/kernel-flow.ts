// The control flow of a kernel: blocks in an order in which values precede their uses, and copies for phis.

import type { IrInstruction } from '../../compiler/ir/instruction.js';
import { splitOperands, VALUE_NAME } from '../../compiler/ir/lexical.js';
import type { IrFunction } from '../../compiler/ir/module.js';

const LABEL = new RegExp(`label (${VALUE_NAME})`, 'g');
const ENDS: readonly string[] = ['br', 'switch', 'ret', 'unreachable', 'indirectbr'];

export interface FlowBlock {
  readonly name: string;
  readonly phis: readonly IrInstruction[];
  readonly instructions: readonly IrInstruction[];
  readonly end: IrInstruction;
  readonly targets: readonly string[];
}

/** @param entry name of the first block, which has no label */
export function readBlocks({ body }: IrFunction, entry: string): FlowBlock[] {
  const blocks: FlowBlock[] = [];
  let name = entry;
  let all: IrInstruction[] = [];
  for (const part of body) {
    if (part.kind === 'label') name = part.name;
    if (part.kind !== 'instruction') continue;
    const { instruction } = part;
    if (!ENDS.includes(instruction.opcode)) {
      all.push(instruction);
      continue;
    }
    const targets = [...instruction.lines.join('\n').matchAll(LABEL)].map(([, target]) => target!);
    const isPhi = ({ opcode }: IrInstruction): boolean => opcode === 'phi';
    blocks.push({
      name,
      phis: all.filter(isPhi),
      instructions: all.filter((one) => !isPhi(one)),
      end: instruction,
      targets: [...new Set(targets)],
    });
    all = [];
  }
  return blocks;
}

/** Blocks that are reached, each after those that dominate it. */
export function inDominanceOrder(blocks: readonly FlowBlock[]): FlowBlock[] {
  const byName = new Map(blocks.map((block) => [block.name, block]));
  const order: FlowBlock[] = [];
  const seen = new Set<FlowBlock>();
  const open: { readonly block: FlowBlock; readonly rest: string[] }[] = [];
  const enter = (block: FlowBlock): void => {
    if (seen.has(block)) return;
    seen.add(block);
    open.push({ block, rest: [...block.targets] });
  };
  enter(blocks[0]!);
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const next = top.rest.pop();
    if (next !== undefined) enter(byName.get(next)!);
    else order.push(open.pop()!.block);
  }
  return order.reverse();
}

/** The typed value that a phi has behind a block. */
export function incomingValue({ type, values }: IrInstruction, from: string): string {
  const pair = values.map((text) => splitOperands(text.replace(/^\[|\]$/g, ''))).find((one) => one[1] === from);
  return `${type} ${pair![0]}`;
}

export interface SwitchCase {
  readonly value: string;
  readonly target: string;
}

/** The cases of a switch, with the type of its value. */
export function casesOf({ lines }: IrInstruction): SwitchCase[] {
  const pattern = new RegExp(`(i\\d+ -?\\d+|i1 (?:true|false)), label (${VALUE_NAME})`, 'g');
  return [...lines.slice(1).join('\n').matchAll(pattern)].map(([, value, target]) => ({
    value: value!,
    target: target!,
  }));
}
