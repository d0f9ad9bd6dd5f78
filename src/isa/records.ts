// What of an instruction a record of an execution says: the rest follows from the code.

import { classOf, type InstructionClass } from './classes.js';
import { effectsOf } from './effects.js';
import { EXEC_LO, type Instruction } from './instruction.js';

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
const known = new WeakMap<Instruction, RecordedAccess>();

/** Whether an instruction may change EXEC. */
export const writesExec = (instruction: Instruction): boolean =>
  effectsOf(instruction).writes.some(
    ({ bank, index, count }) => bank === 'scalar' && index < EXEC_LO + 2 && index + count > EXEC_LO,
  );

/** Of an instruction, found once. */
export function recordedOf(instruction: Instruction): RecordedAccess {
  let recorded = known.get(instruction);
  if (!recorded) {
    const own = classOf(instruction.def);
    recorded = { access: ACCESSES[own], exec: writesExec(instruction), branch: own === 'branch' };
    known.set(instruction, recorded);
  }
  return recorded;
}
