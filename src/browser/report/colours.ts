// Colours of charts on pages about runs.

import type { InstructionClass } from '../../isa/classes.js';

/** A class of instructions has the same colour wherever it is shown; charts have them in this order. */
const CLASS_COLOURS: Readonly<Record<InstructionClass, string>> = {
  valu: '#4e79a7',
  salu: '#f28e2b',
  vmem: '#59a14f',
  smem: '#e15759',
  lds: '#b07aa1',
  branch: '#76b7b2',
  waitcnt: '#edc948',
  barrier: '#9c755f',
  endpgm: '#ff9da7',
  other: '#bab0ac',
};
const COLOURS = Object.values(CLASS_COLOURS);

/** Colours of other rows, by their number. */
export const colour = (n: number): string => COLOURS[n % COLOURS.length]!;

/** @param n colour of a name that is no class */
export const colourOf = (name: string, n: number): string =>
  Object.hasOwn(CLASS_COLOURS, name) ? CLASS_COLOURS[name as InstructionClass] : colour(n);

/** Names of classes in the order of their colours. */
export function inColourOrder(names: readonly InstructionClass[]): InstructionClass[] {
  const order = Object.keys(CLASS_COLOURS);
  return [...names].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}
