// The vector registers of an operand, as the bodies of the helpers go through them.

import type { Instruction } from '../../isa/instruction.js';
import { FaultSignal } from '../faults.js';
import { layout } from '../state-layout.js';

/** The VGPR that lies `dword` registers after the first one of a slot. */
export function vgprOf(instruction: Instruction, slot: string, dword: number): number {
  const operand = instruction.operands[slot];
  if (operand?.kind !== 'vgpr') throw new FaultSignal('bad-register', `${slot} is not a VGPR`);
  const register = operand.index + dword;
  if (register >= layout(instruction.def.isa).vectorRegisters) {
    throw new FaultSignal('bad-register', `${slot} needs ${dword + 1} registers from v${operand.index} on`);
  }
  return register;
}
