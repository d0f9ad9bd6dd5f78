// The text of instructions: the opcode, its modifiers by the format of the entry, and the operands.

import {
  ATOMIC_OPERATIONS,
  type BrigEnum,
  COMPARISONS,
  GEOMETRIES,
  IMAGE_QUERIES,
  MEMORY_ORDERS,
  MEMORY_SCOPES,
  PACKINGS,
  ROUNDINGS,
  SAMPLER_QUERIES,
  SEGMENTS,
  spellingOf,
  TYPES,
} from '../brig/enums.js';
import { type BrigEntry, type BrigModule, listAt } from '../brig/module.js';
import { DEFAULT_WIDTHS, OPCODES, type OpcodeRow } from '../brig/opcodes.js';
import { operandText } from './operands.js';
import { alignmentText, widthText } from './values.js';

/** How a field is written as a modifier. */
type Modifier = BrigEnum | 'vector' | 'ftz' | 'const' | 'nonull' | 'align' | 'equiv' | 'width';

/** Roundings that are the default wherever they are allowed. */
const IMPLICIT_ROUNDINGS: readonly number[] = [ROUNDINGS.none, ROUNDINGS.default, ROUNDINGS.zeroi];

const TYPE = ['type', TYPES] as const;
const SOURCE = ['sourceType', TYPES] as const;
const SEGMENT = ['segment', SEGMENTS] as const;
const ORDER = ['memoryOrder', MEMORY_ORDERS] as const;
const VECTOR = ['operands', 'vector'] as const;

/** Modifiers of each format in the order of the text. */
export const MODIFIERS: Readonly<Record<string, readonly (readonly [string, Modifier])[]>> = {
  basic: [TYPE],
  mod: [['modifier', 'ftz'], ['round', ROUNDINGS], ['pack', PACKINGS], TYPE],
  addr: [SEGMENT, TYPE],
  br: [['width', 'width'], TYPE],
  mem: [VECTOR, SEGMENT, ['align', 'align'], ['modifier', 'const'], ['equivClass', 'equiv'], ['width', 'width'], TYPE],
  seg: [SEGMENT, TYPE],
  seg_cvt: [SEGMENT, ['modifier', 'nonull'], TYPE, SOURCE],
  queue: [SEGMENT, ORDER, TYPE],
  source_type: [VECTOR, TYPE, SOURCE],
  cmp: [['compare', COMPARISONS], ['modifier', 'ftz'], ['pack', PACKINGS], TYPE, SOURCE],
  cvt: [['modifier', 'ftz'], ['round', ROUNDINGS], TYPE, SOURCE],
  atomic: [
    ['atomicOperation', ATOMIC_OPERATIONS],
    SEGMENT,
    ORDER,
    ['memoryScope', MEMORY_SCOPES],
    ['equivClass', 'equiv'],
    TYPE,
  ],
  image: [VECTOR, ['geometry', GEOMETRIES], ['equivClass', 'equiv'], TYPE, ['imageType', TYPES], ['coordType', TYPES]],
  lane: [VECTOR, ['width', 'width'], TYPE, SOURCE],
  mem_fence: [ORDER, ['globalSegmentMemoryScope', MEMORY_SCOPES], TYPE],
  signal: [['signalOperation', ATOMIC_OPERATIONS], ORDER, TYPE, ['signalType', TYPES]],
  query_image: [['geometry', GEOMETRIES], ['query', IMAGE_QUERIES], TYPE, ['imageType', TYPES]],
  query_sampler: [['query', SAMPLER_QUERIES], TYPE],
};

function vectorText(module: BrigModule, entry: BrigEntry, row: OpcodeRow): string {
  if (row.vector === undefined) return '';
  const operand = module.operands.get(listAt(module, entry.values['operands']!)[row.vector]!);
  const isVector = operand?.kind === 'operand_operand_list';
  return isVector ? `v${listAt(module, operand.values['elements']!).length}` : '';
}

function plainText(modifier: Modifier, value: number, row: OpcodeRow): string {
  switch (modifier) {
    case 'ftz':
    case 'const':
    case 'nonull':
      return value & 1 ? modifier : '';
    case 'align':
      return value > 1 ? `align(${alignmentText(value)})` : '';
    case 'equiv':
      return value > 0 ? `equiv(${value})` : '';
    case 'width':
      return value === DEFAULT_WIDTHS[row.width ?? 'none'] ? '' : `width(${widthText(value)})`;
    default:
      return spellingOf(modifier as BrigEnum, value)!;
  }
}

/** True if the text leaves a modifier out: what has no other value, and what is the default. */
function isImplicit(row: OpcodeRow, modifier: Modifier, value: number): boolean {
  if (modifier === SEGMENTS) return row.name === 'alloca' || value === SEGMENTS.flat || value === SEGMENTS.none;
  if (modifier === ROUNDINGS) return IMPLICIT_ROUNDINGS.includes(value);
  return (modifier === TYPES || modifier === PACKINGS) && value === 0;
}

function mnemonic(module: BrigModule, entry: BrigEntry, row: OpcodeRow): string {
  const parts = MODIFIERS[entry.kind.slice('inst_'.length)]!.map(([field, modifier]) => {
    if (modifier === 'vector') return vectorText(module, entry, row);
    const value = entry.values[field]!;
    return isImplicit(row, modifier, value) ? '' : plainText(modifier, value, row);
  });
  return [row.name, ...parts.filter((part) => part !== '')].join('_');
}

/** Exceptions of the order of operands: targets of calls first, and lists of targets in brackets. */
function operandsText(row: OpcodeRow, texts: readonly string[]): string {
  const bracketed = (list: string) => `[${list.slice(1, -1)}]`;
  if (row.name === 'sbr') return `${texts[0]} ${bracketed(texts[1]!)}`;
  if (row.format !== 'br' || !row.name.endsWith('call')) return texts.join(', ');
  const [results, target, inputs, last] = texts;
  const targets = last === undefined ? [] : [last.startsWith('(') ? bracketed(last) : last];
  return [target, results, inputs, ...targets].join(' ');
}

/** One instruction, with its semicolon. */
export function instructionText(module: BrigModule, entry: BrigEntry, isLarge: boolean): string {
  const row = OPCODES[entry.values['opcode']!]!;
  const texts = listAt(module, entry.values['operands']!).map((offset) =>
    operandText(module, module.operands.get(offset)!, isLarge),
  );
  return `${mnemonic(module, entry, row)}${texts.length > 0 ? `\t${operandsText(row, texts)}` : ''};`;
}
