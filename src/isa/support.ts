// Check whether one particular instruction can be executed, with the reason if not.

import { HELPERS, refusalOf } from './helpers.js';
import type { Instruction } from './instruction.js';

/** The reason for which an instruction is unsupported with just these operands and fields, or undefined. */
export function unsupportedReason(instruction: Instruction): string | undefined {
  if (Object.values(instruction.operands).some((operand) => operand.kind === 'ldsDirect'))
    return 'operands that come directly from LDS are for pixel shaders';
  if (Object.values(instruction.operands).some((operand) => operand.kind === 'aperture'))
    return 'the number of an exiting wavefront is for pixel shaders that are ordered';
  return imageRefusal(instruction) ?? refusalOf(instruction);
}

/** Halves among the components of an image access. */
function imageRefusal({ def, fields }: Instruction): string | undefined {
  const moves = def.semantics.some((each) => each.kind === 'helper' && HELPERS.get(each.name)?.memory !== 'none');
  const converts = moves && def.traits.raw !== true && def.traits.atomic === undefined;
  return fields['d16'] && !converts
    ? 'components of 16 bits (d16) belong to accesses that convert, which this one does not'
    : undefined;
}
