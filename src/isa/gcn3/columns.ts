// Columns of opcodes as text: a number is the opcode of the name that follows, each further name has the next one.
// `name@gfx9` is an instruction of some chips only, `name=row` means what another row says; names of different chips
// with one opcode are parted by `|`.

import type { Opcodes } from '../define.js';
import { MEMORY_OPCODES } from './opcodes/memory.js';
import { SCALAR_OPCODES } from './opcodes/scalar.js';
import { VECTOR_OPCODES } from './opcodes/vector.js';

/** The chips with tables of their own; these are the names of their instruction sets. */
export const CHIPS = ['gfx803', 'gfx900', 'gfx906'] as const;
export type IsaChip = (typeof CHIPS)[number];

/** Chips of each group name behind `@`. */
const GROUPS: Readonly<Record<string, readonly IsaChip[]>> = {
  gfx8: ['gfx803'],
  gfx9: ['gfx900', 'gfx906'],
  gfx900: ['gfx900'],
  gfx906: ['gfx906'],
};

/** One name in one format, and its opcode on each chip that has it. */
export interface IsaColumn {
  readonly format: string;
  readonly name: string;
  /** The name of the row that states what it means. */
  readonly row: string;
  readonly opcodes: Opcodes;
}

function columnsOf(format: string, text: string): IsaColumn[] {
  const columns: IsaColumn[] = [];
  let opcode = 0;
  for (const token of text.split(/\s+/).filter((each) => each !== '')) {
    if (/^\d+$/.test(token)) {
      opcode = Number(token);
      continue;
    }
    for (const one of token.split('|')) {
      const [names, group] = one.split('@') as [string, string | undefined];
      const [name, row = name] = names.split('=') as [string, string | undefined];
      const chips = group === undefined ? CHIPS : GROUPS[group];
      if (!chips) throw new TypeError(`there are no chips '${group}'`);
      const value = opcode;
      columns.push({ format, name, row, opcodes: Object.fromEntries(chips.map((chip) => [chip, value])) });
    }
    opcode++;
  }
  return columns;
}

const TEXTS: Readonly<Record<string, string>> = { ...SCALAR_OPCODES, ...VECTOR_OPCODES, ...MEMORY_OPCODES };

/** Every column of a format; a name that has another opcode on another chip has two. */
export const columnsIn = (format: string): readonly IsaColumn[] => columnsOf(format, TEXTS[format] ?? '');
