// The types of operands, by the words of the rows of opcodes.

import { ATOMIC_OPERATIONS, TYPES } from './enums.js';
import type { OpcodeRow } from './opcodes.js';
import { isPacked, typeName } from './types.js';

/** The first word of an operand, and what stands behind its colon. */
export function operandWord(row: OpcodeRow, index: number): readonly [word: string, suffix: string | undefined] {
  const [word, suffix] = (row.operands.split(' ')[index] ?? '').replace('?', '').split(':');
  return [word ?? '', suffix];
}

/** The condition of a `cmov` of packed types has a part for each of theirs. */
const conditionType = (type: number): number =>
  isPacked(type) ? TYPES[typeName(type).replace(/^[sf]/, 'u') as 'u8x4'] : TYPES.b1;

/** The type of an operand. */
export function operandType(row: OpcodeRow, values: Readonly<Record<string, number>>, index: number): number {
  const [word, suffix] = operandWord(row, index);
  const type = values['type']!;
  if (word === 'coordinate') return values['coordType']!;
  if (word === 'barrier' || word === 'fbarrier') return TYPES.u32;
  if (suffix === 'source') return values['sourceType']!;
  if (suffix === 'image') return values['imageType']!;
  if (suffix === 'signal') return values['signalType']!;
  if (suffix === 'condition') return conditionType(type);
  if (suffix !== undefined) return TYPES[suffix as 'u32'];
  const isTimeout = index === 3 && values['signalOperation']! >= ATOMIC_OPERATIONS.waittimeout_eq;
  return isTimeout ? TYPES.u64 : type;
}
