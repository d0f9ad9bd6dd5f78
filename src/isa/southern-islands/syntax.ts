// The assembly syntax as a value: names of instructions, of operands, and of their constants.

import { constantKind, operandSyntax } from '../common/operand-syntax.js';
import { printHardwareRegister, printMessage, printWaitCounts } from '../common/symbols.js';
import type { InstructionDef } from '../define.js';
import { layoutOf } from '../layout.js';
import type { Syntax } from '../syntax.js';
import { COUNTERS } from './counters.js';
import { printer } from './print.js';

/** The name with the suffix of its form, for a vector instruction with two forms. */
function mnemonic(def: InstructionDef): string {
  if (def.promotedFrom) return `${def.name}_e64`;
  const hasForms = def.format === 'VOP1' || def.format === 'VOP2' || def.format === 'VOPC';
  return hasForms && def.scalar.length === 0 && layoutOf(def).slots.length > 0 && !def.slots.includes('K')
    ? `${def.name}_e32`
    : def.name;
}

export const syntax: Syntax = {
  constantKind,
  operandSyntax,
  isWritten: (_def, slot, fields) => slot.name !== 'VDATA' || !fields['lds'],
  mnemonic,
  form: ({ format }) => (format === 'VOP3' ? 'e64' : 'e32'),
  printer,
  names: { printWaitCounts: (constant) => printWaitCounts(constant, COUNTERS), printHardwareRegister, printMessage },
};
