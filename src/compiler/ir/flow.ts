// The blocks of a function in LLVM IR text, their values, predecessors and successors.
import { VALUE_NAME as NAME } from './lexical.js';

const DEFINITION = new RegExp(`^  (${NAME}) = (.*)$`);
const LABEL = /^([-$.\w]+|"[^"]*"):/;
const TARGET = new RegExp(`label (${NAME})`, 'g');
const INCOMING = new RegExp(`\\[ ([^,\\]]+), (${NAME}) \\]`, 'g');
const NAMES = new RegExp(NAME, 'g');
const ENDS = /^ {2}(?:br|switch|indirectbr|ret|unreachable)\b/;

/** An instruction and its operands. */
export interface IrValue {
  readonly name: string | undefined;
  readonly text: string;
  /** Its first line, within the function. */
  readonly line: number;
  readonly block: IrBlock;
  readonly operands: readonly string[];
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

export const isPhi = ({ text }: IrValue): boolean => text.startsWith('phi ');

/** The value of a phi for each predecessor. */
export const incoming = ({ text }: IrValue): readonly (readonly [value: string, block: string])[] =>
  [...text.matchAll(INCOMING)].map(([, value, block]) => [value!, block!]);

/** Names used in an instruction's text; for a phi only values. */
function operandsOf(text: string): readonly string[] {
  const words = text.startsWith('phi ') ? [...text.matchAll(INCOMING)].map(([, value]) => value!).join(' ') : text;
  return words.replace(TARGET, '').match(NAMES) ?? [];
}

/** The last line of a block: its labels are the successors. */
function end(block: IrBlock, text: string, targets: Map<IrBlock, string[]>): void {
  targets.set(
    block,
    [...text.matchAll(TARGET)].map(([, name]) => name!),
  );
  const decides = /^ {2}(?:br i1|switch \S+|indirectbr \S+) /.test(text);
  block.condition = decides ? operandsOf(text)[0] : undefined;
}

/** @param lines of one function, from `define` to `}` */
export function readFlow(lines: readonly string[]): FunctionFlow {
  const blocks: IrBlock[] = [];
  const values = new Map<string, IrValue>();
  const targets = new Map<IrBlock, string[]>();
  const open = (name: string): IrBlock => {
    const block: IrBlock = { name, values: [], successors: [], predecessors: [], condition: undefined };
    blocks.push(block);
    return block;
  };
  let block = open('');
  for (let line = 1; line < lines.length - 1; line++) {
    const label = LABEL.exec(lines[line]!);
    if (label) {
      block = open(`%${label[1]}`);
      continue;
    }
    if (!/^ {2}\S/.test(lines[line]!)) continue;
    const [, name, body] = DEFINITION.exec(lines[line]!) ?? [];
    const text = body ?? lines[line]!.trim();
    const value: IrValue = { name, text, line, block, operands: operandsOf(text) };
    block.values.push(value);
    if (name !== undefined) values.set(name, value);
    if (!ENDS.test(lines[line]!)) continue;
    let last = lines[line]!;
    // The list of cases ends with a bracket, which metadata may follow.
    if (last.startsWith('  switch ') && last.endsWith('['))
      while (line + 1 < lines.length && !lines[line]!.startsWith('  ]')) last += lines[++line]!;
    end(block, last, targets);
  }
  // The first block has no label if no branch refers to it.
  const named = new Map(blocks.map((one) => [one.name, one]));
  for (const [from, names] of targets)
    for (const to of new Set(names)) {
      const target = named.get(to);
      if (!target) continue;
      from.successors.push(target);
      target.predecessors.push(from);
    }
  return { blocks, values };
}
