// Whether an instruction may change EXEC: records say what it became.

import { effectsOf } from '../../isa/effects.js';
import { EXEC_LO, type Instruction } from '../../isa/instruction.js';

export const writesExec = (instruction: Instruction): boolean =>
  effectsOf(instruction).writes.some(
    ({ bank, index, count }) => bank === 'scalar' && index < EXEC_LO + 2 && index + count > EXEC_LO,
  );
