// The operands of control directives.

import type { BrigEntry, BrigModule } from '../brig/module.js';
import { operandsOf } from './instruction.js';

export function numbersOf(module: BrigModule, directive: BrigEntry): number[] {
  return operandsOf(module, directive).map(({ kind, values }) => {
    if (kind !== 'operand_constant_bytes') return Number.NaN;
    const bytes = module.data.get(values['bytes']!) ?? new Uint8Array(0);
    return [...bytes].reduceRight((sum, byte) => sum * 256 + byte, 0);
  });
}
