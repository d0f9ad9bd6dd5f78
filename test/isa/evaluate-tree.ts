// The value that the oracle gives to an expression in one lane, for tests of address trees.

import type { InstructionDef } from '../../src/isa/define.js';
import type { Operand } from '../../src/isa/instruction.js';
import type { Ex } from '../../src/isa/language/expr.js';
import { OracleValues } from '../../src/isa/oracle-values.js';
import { PlainMachine } from './plain-machine.js';
import { findByName } from './southern-islands.js';

/** The state of one lane. Slots give their dwords by distance; those that are not given are 0. */
export interface Lane {
  readonly slots: Readonly<Record<string, readonly number[]>>;
  readonly fields: Readonly<Record<string, number>>;
  readonly specials?: { readonly LANE?: bigint; readonly M0?: bigint };
}

const DWORDS = 16;
/** Any instruction: the operands are given. */
const [NOTHING] = findByName('v_nop') as [InstructionDef];

export function evaluate(node: Ex, { slots, fields, specials }: Lane): bigint {
  const machine = new PlainMachine(Number(specials?.LANE ?? 0n), 0);
  if (specials?.M0 !== undefined) machine.m0 = specials.M0;
  const operands: Record<string, Operand> = {};
  Object.entries(slots).forEach(([slot, dwords], number) => {
    const index = DWORDS * number;
    operands[slot] = { kind: 'vgpr', index, count: DWORDS };
    for (let i = 0; i < DWORDS; i++) machine.vgprs.set(index + i, (dwords[i] ?? 0) >>> 0);
  });
  return new OracleValues({ def: NOTHING, words: [], size: 8, operands, fields }, machine).value(node, machine.lane);
}
