// Names of rows of BRIG instructions: the mnemonic with its modifiers, without what makes no difference here (whether a
// comparison signals, whether a conversion saturates, alignment, width, equivalence classes).

import { COMPARISONS, PACKINGS, ROUNDINGS, spellingOf } from '../brig/enums.js';
import { isFloatPart } from '../brig/modifier-checks.js';
import type { BrigEntry } from '../brig/module.js';
import type { OpcodeRow } from '../brig/opcodes.js';
import { bytesOf, isFloat, isPacked, typeName } from '../brig/types.js';

/** `b32` for a type of 32 bits. */
export const bitsName = (type: number): string =>
  typeName(type) === 'b1' ? 'b1' : `b${Math.max(bytesOf(type), 4) * 8}`;

/** @param near the rounding of instructions that name none */
export function roundingName(round: number | undefined, near: string): string {
  const name = spellingOf(ROUNDINGS, round ?? ROUNDINGS.none)!;
  const own = name === 'default' ? near : name;
  return own === 'near' || own === 'none' ? '' : `_${own}`;
}

const flush = ({ values }: BrigEntry): string => (((values['modifier'] ?? 0) & 1) === 1 ? '_ftz' : '');

/** Letters of the packing of each operand; empty where there is none. */
export function packingName({ values }: BrigEntry): string {
  const { pack } = values;
  return pack === undefined || pack === PACKINGS.none ? '' : spellingOf(PACKINGS, pack)!;
}

/** Of instructions whose format has rounding and packing; the short format stands for the module's rounding. */
function arithmeticName({ name: opcode, rounds }: OpcodeRow, entry: BrigEntry, near: string): string {
  const { type, round = rounds ? ROUNDINGS.default : ROUNDINGS.none } = entry.values;
  const letters = packingName(entry);
  const packing = letters === '' ? '' : `_${letters}`;
  const modifiers = isFloatPart(type!) ? `${flush(entry)}${roundingName(round, near)}` : '';
  return `${opcode}${modifiers}${packing}_${typeName(type!)}`;
}

function compareName(entry: BrigEntry): string {
  const { type, sourceType, compare } = entry.values;
  const order = spellingOf(COMPARISONS, compare!)!.replace(/^s(?=eq|ne|lt|le|gt|ge|num|nan)/, '');
  const result = typeName(type!).replace(/^s(?=32$|64$)/, 'u');
  const source = typeName(sourceType!).replace(/^b(?=32$|64$)/, 'u');
  const packing = isPacked(sourceType!) ? '_pp' : '';
  return `cmp_${order}${isFloatPart(sourceType!) ? flush(entry) : ''}${packing}_${result}_${source}`;
}

function convertName(entry: BrigEntry, near: string): string {
  const { type, sourceType, round } = entry.values;
  const types = `${typeName(type!)}_${typeName(sourceType!)}`;
  if (!isFloat(sourceType!)) return `cvt${isFloat(type!) ? roundingName(round, near) : ''}_${types}`;
  if (typeName(type!) === 'b1') return `cvt${flush(entry)}_${types}`;
  if (isFloat(type!)) return `cvt${flush(entry)}${roundingName(round, near)}_${types}`;
  const direction = spellingOf(ROUNDINGS, round!)!.replace(/_sat$/, '').replace(/^s/, '');
  return `cvt${flush(entry)}_${direction}_${types}`;
}

/** Opcodes whose rows have only one of the two types in their names. */
const BY_TYPE: ReadonlySet<string> = new Set(['pack']);
const BY_SOURCE: ReadonlySet<string> = new Set(['unpack']);

export function rowName(row: OpcodeRow, entry: BrigEntry, near: string): string {
  const { name: opcode } = row;
  const { type, sourceType } = entry.values;
  if (opcode === 'cmp') return compareName(entry);
  if (opcode === 'cvt') return convertName(entry, near);
  if (opcode === 'mov' || (opcode === 'cmov' && !isPacked(type!))) return `${opcode}_${bitsName(type!)}`;
  if (BY_TYPE.has(opcode)) return `${opcode}_${typeName(type!)}`;
  if (BY_SOURCE.has(opcode)) return `${opcode}_${typeName(sourceType!)}`;
  if (sourceType !== undefined) return `${opcode}_${typeName(type!)}_${typeName(sourceType)}`;
  return arithmeticName(row, entry, near);
}
