// Floating-point operations of an instruction for each lane: the count of rooflines.

import type { InstructionDef } from '../../isa/define.js';
import { visitExpressions } from '../../isa/language/trees.js';

export interface Arithmetic {
  readonly single: number;
  readonly double: number;
}

const OPERATIONS: Readonly<Record<string, number>> = {
  fadd: 1,
  fsub: 1,
  fmul: 1,
  ffma: 2,
  dadd: 1,
  dsub: 1,
  dmul: 1,
  dfma: 2,
};
/**
 * A multiplication and an addition. What takes more in its definition, or a function, is one operation of the chip: a
 * root, a logarithm.
 */
const MAX_OPERATIONS = 2;

/** Additions and multiplications, in the precision of the operands. */
export function arithmeticOf({ semantics }: InstructionDef): Arithmetic {
  let [count, called, double] = [0, false, false];
  visitExpressions(semantics, (ex) => {
    if (ex.kind === 'src') double ||= ex.ty === 'f64';
    else if (ex.kind === 'op') count += OPERATIONS[ex.op] ?? 0;
    else if (ex.kind === 'call') called ||= ex.ty === 'f32' || ex.ty === 'f64';
  });
  const own = called || count > MAX_OPERATIONS ? 1 : count;
  return double ? { single: 0, double: own } : { single: own, double: 0 };
}
