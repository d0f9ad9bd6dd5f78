// Syntax of the instructions of some formats, where it differs: targets of exports, attributes, buffer formats,
// registers of images.

import { memberOf } from '../../util/required.js';
import type { Draft } from '../assembler/draft.js';
import type { FormReader, ReadNumber } from '../assembler/reader.js';
import { layoutOf } from '../layout.js';
import { parseAttribute, parseBufferFormat, parseExportTarget, parseParameter } from './symbols.js';

/** Names in brackets, or a number: data format in the low four bits, number format above. */
function readFormat({ fields }: Draft, value: string, read: ReadNumber): string | undefined {
  const number = value.startsWith('[') ? undefined : read(value);
  const format =
    number !== undefined && number < 128
      ? { data: number & 15, number: number >> 4 }
      : parseBufferFormat(value.replace(/^\[|\]$/g, '').replace('RESERVED_6', 'SNORM_OGL'));
  if (!format) return `'${value}' is no buffer format`;
  fields['dfmt'] = format.data;
  fields['nfmt'] = format.number;
  return undefined;
}

function readInterpolation({ def, fields }: Draft, texts: string[]): string | undefined {
  const attribute = parseAttribute(texts.pop() ?? '');
  if (!attribute) return `${def.name} ends with an attribute, as in attr0.x`;
  Object.assign(fields, attribute);
  if (layoutOf(def).slots.some((slot) => slot.name === 'S0')) return undefined;
  const source = parseParameter(texts.pop() ?? '');
  if (source === undefined) return `${def.name} moves p10, p20 or p0`;
  fields['vsrc'] = source;
  return undefined;
}

function readTarget({ fields }: Draft, texts: string[]): string | undefined {
  const target = parseExportTarget(texts.shift() ?? '');
  if (target === undefined) return 'an export begins with its target, as in mrt0, pos1 or param2';
  fields['tgt'] = target;
  return texts.length === 4 ? undefined : `exp takes 4 sources, here are ${texts.length}`;
}

export const forms: Readonly<Record<string, FormReader | undefined>> = {
  VOP3: {
    derived:
      'The same semantics with any source anywhere, source modifiers and, for VOP1 and VOP2, clamp and output modifiers.',
  },
  MTBUF: {
    // LLVM writes the format of a typed buffer for gfx600 among the operands: `v0, off, s[0:3], dfmt:4, nfmt:2, s4`.
    isModifier: (part) => /^([dn]fmt|format):/.test(part),
    initial: () => ({ dfmt: 1 }),
    modifiers: { format: readFormat },
  },
  VINTRP: { takeFields: readInterpolation, around: [[], ['attribute']] },
  EXP: {
    // `exp mrt0 v0, ...`: there is no comma after the target.
    listed: (text) => text.replace(/^(\w+)\s+/, '$1, '),
    takeFields: readTarget,
    placed: ({ operands, fields }, slot, index) => {
      const isUsed = memberOf(operands, slot, 'operand').kind !== 'none';
      if (isUsed) fields['en'] = memberOf(fields, 'en', 'field') | (1 << index);
    },
    around: [['target'], []],
  },
  MIMG: {
    // Addresses and resources may be written with the registers that are used, not only with all that could be.
    countFits: (slot, written, count) =>
      slot === 'VADDR' ? written <= 16 : written === count || (slot === 'SRSRC' && (written === 8 || written === 4)),
  },
};
