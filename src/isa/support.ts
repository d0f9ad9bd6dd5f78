// Whether one particular instruction can be executed at all, and if not, why.

import { refusalOf } from './helpers.js';
import type { Instruction } from './instruction.js';

/** The reason for which an instruction is unsupported with just these operands and fields, or undefined. */
export function unsupportedReason(instruction: Instruction): string | undefined {
  if (Object.values(instruction.operands).some((operand) => operand.kind === 'ldsDirect'))
    return 'operands that come directly from LDS are for pixel shaders';
  if (Object.values(instruction.operands).some((operand) => operand.kind === 'aperture'))
    return 'the number of an exiting wavefront is for pixel shaders that are ordered';
  return refusalOf(instruction);
}
