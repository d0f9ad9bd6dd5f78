// Rules by instruction name: the number of registers of operands where the format defines more than the semantics, and
// further restrictions.

import { memberOf } from '../../util/required.js';
import type { InstructionDef } from '../define.js';
import type { Rules } from '../isa.js';
import type { SlotLayout } from '../layout.js';
import { constantBusProblem } from './constant-bus.js';

const fieldIn = (fields: Readonly<Record<string, number>>, name: string): number => memberOf(fields, name, 'field');

const bitCount = (value: number): number => value.toString(2).replaceAll('0', '').length;

/** Registers that an operand spans in this encoding; 0 when it is not there. */
function operandCount(def: InstructionDef, slot: SlotLayout, fields: Readonly<Record<string, number>>): number {
  const format = def.format;
  if (format === 'MUBUF' || format === 'MTBUF') {
    if (slot.name === 'VADDR') return fields['addr64'] ? 2 : fieldIn(fields, 'offen') + fieldIn(fields, 'idxen');
    if (slot.name === 'VDATA') return fields['lds'] ? 0 : slot.shape.dwords + fieldIn(fields, 'tfe');
  }
  if (format === 'MIMG') {
    if (slot.name === 'SRSRC') return fields['r128'] ? 4 : 8;
    if (slot.name === 'VDATA') return imageDataCount(def, fields);
    if (slot.name === 'VADDR') return imageAddressCount(def);
  }
  return slot.shape.dwords;
}

/** Addresses of an image of the most dimensions: which of them are used depends on the descriptor. */
function imageAddressCount({ name, traits }: InstructionDef): number {
  if (name === 'image_get_resinfo') return 1;
  const coordinates = 3;
  const form = traits.sample;
  if (!form) return coordinates + Number(traits.mip === true);
  const derivatives = form.lod === 'derivatives' ? 2 * coordinates : 0;
  const level = form.clamp || form.lod === 'explicit' ? 1 : 0;
  return Number(form.offset) + Number(form.bias) + Number(form.compare) + derivatives + coordinates + level;
}

function imageDataCount(def: InstructionDef, fields: Readonly<Record<string, number>>): number {
  const texels = def.traits.sample?.gather ? 4 : Math.max(bitCount(fieldIn(fields, 'dmask')), 1);
  return texels + fieldIn(fields, 'tfe');
}

export const rules: Rules = {
  operandCount,
  problemOf: (instruction) => {
    const reason = constantBusProblem(instruction);
    return reason === undefined ? undefined : { problem: 'constant-bus', reason };
  },
  hasSignedLiteral: ({ name }) => name.endsWith('_i64'),
};
