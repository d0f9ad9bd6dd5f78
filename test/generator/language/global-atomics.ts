// Atomics on global memory. Each cell is changed by one kind of operation only, so that their order does not matter.

import type { Context } from './context.js';
import { value } from './simple-statements.js';
import { line, type Statement } from './tree.js';
import { INT, type Type, typeOf, UINT } from './types.js';

/** Cells of each kind. */
const EACH = 8;
/** Kinds by their place among the cells. */
const KINDS = ['add', 'and', 'or', 'xor', 'min', 'max', 'umin', 'umax'] as const;
/** 32-bit cells: of every kind, and tickets with their sum. */
export const CELLS = EACH * KINDS.length + 2;
export const LONG_CELLS = EACH * KINDS.length;

function pointer(kind: number, type: Type, index: string): string {
  const long = type.scalar.endsWith('long');
  const cell = `&${long ? 'long_cells' : 'cells'}[${kind * EACH} + ${index}]`;
  return `(volatile global ${type.scalar}*)(${cell})`;
}

export function globalAtomic(c: Context): Statement {
  if (c.random.chance(0.15)) return tickets(c);
  const kind = c.random.below(KINDS.length);
  const name = KINDS[kind]!;
  const unsigned = name.startsWith('u') || (!name.startsWith('m') && c.random.chance(0.5));
  const long = c.random.chance(0.3);
  const type = typeOf(long ? (unsigned ? 'ulong' : 'long') : unsigned ? 'uint' : 'int');
  const operation = name === 'add' && c.random.chance(0.3) ? 'sub' : name.replace(/^u/, '');
  const index = c.expression(c.random.pick([INT, UINT]), 1);
  const [before, after] = pointer(kind, type, '|').split('|') as [string, string];
  const operand = value(c, type);
  return line(
    `${long ? 'atom' : 'atomic'}_${operation}(${before}((`,
    index,
    `) & ${EACH - 1})${after}, `,
    operand,
    ');',
  );
}

/** Each number is taken once: their sum does not depend on the order. */
const tickets = (c: Context): Statement => {
  const take = c.random.chance(0.5) ? 'inc(&cells[' : 'add(&cells[';
  return line(`atomic_add(&cells[${CELLS - 1}], atomic_${take}${CELLS - 2}]${take.startsWith('inc') ? '' : ', 1u'}));`);
};
