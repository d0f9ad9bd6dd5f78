// Parts of an instruction that a record of an execution holds: the rest follows from the code.

import { touchesSpecial } from './accesses.js';
import { classOf, type InstructionClass } from './classes.js';
import { effectsOf } from './effects.js';
import type { Instruction } from './instruction.js';

export interface RecordedAccess {
  /** The memory that it accesses. */
  readonly access: 'global' | 'lds' | 'smem' | undefined;
  /** It may change EXEC. */
  readonly exec: boolean;
  /** It may continue elsewhere. */
  readonly branch: boolean;
}

const ACCESSES: Partial<Record<InstructionClass, RecordedAccess['access']>> = {
  vmem: 'global',
  lds: 'lds',
  smem: 'smem',
};
const cache = new WeakMap<Instruction, RecordedAccess>();

/** True if an instruction may change EXEC. */
export const writesExec = (instruction: Instruction): boolean =>
  touchesSpecial(effectsOf(instruction).writes, instruction.def.isa, 'EXEC');

/** Of an instruction, found once. */
export function recordedOf(instruction: Instruction): RecordedAccess {
  let recorded = cache.get(instruction);
  if (!recorded) {
    const own = classOf(instruction.def);
    recorded = { access: ACCESSES[own], exec: writesExec(instruction), branch: own === 'branch' };
    cache.set(instruction, recorded);
  }
  return recorded;
}
