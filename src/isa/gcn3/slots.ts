// Operands that lie in several fields: offsets of scalar memory, bases of global and scratch addresses, sources and
// masks of SDWA and DPP.

import { memberOf } from '../../util/required.js';
import type { SlotCodec } from '../format.js';
import { type Operand, VCC_LO } from '../instruction.js';
import type { Generation } from './generation.js';
import { operandCodesOf } from './operands.js';

/** A scalar register of 7 bits that says: there is none. */
export const NO_REGISTER = 0x7f;

const scalar = (index: number, count: number): Operand => ({ kind: 'scalar', index, count });

const signExtended = (value: number, bits: number): number => ((value << (32 - bits)) >> (32 - bits)) >>> 0;

/** A number that is a field, as an operand. */
const number = (value: number): Operand => ({
  kind: 'const',
  bits: value,
  bits64: BigInt.asUintN(64, BigInt(value | 0)),
  literal: false,
  code: value,
});

/**
 * SMEM's offset in bytes: a number (20 bits on gfx8, 21 with sign on GFX9), a register, or on GFX9 a register to which
 * the number is added (`soffset_en`). Fields beside those that count have to be 0.
 */
export const scalarOffset = ({ gfx9 }: Generation): SlotCodec => ({
  fields: ['imm', 'soffset_en', 'soffset', 'offset'],
  modifiers: false,
  read: (fields) => {
    const { imm, soffset_en: both = 0, soffset = 0 } = fields;
    if (both) return imm ? scalar(soffset, 1) : undefined;
    if (soffset !== 0) return undefined;
    const offset = memberOf(fields, 'offset', 'field');
    if (imm) return number(gfx9 ? signExtended(offset, 21) : offset);
    return offset <= NO_REGISTER ? scalar(offset, 1) : undefined;
  },
  write: (operand, _count, fields): Readonly<Record<string, number>> | undefined => {
    const none: Readonly<Record<string, number>> = gfx9 ? { soffset_en: 0, soffset: 0 } : {};
    if (operand.kind === 'scalar' && operand.count === 1)
      return fields['soffset_en']
        ? { soffset_en: 1, imm: 1, soffset: operand.index }
        : { ...none, imm: 0, offset: operand.index };
    if (operand.kind !== 'const') return undefined;
    const value = operand.bits | 0;
    if (gfx9) return value >= -0x100000 && value < 0x100000 ? { ...none, imm: 1, offset: value & 0x1fffff } : undefined;
    return value >= 0 && value < 0x100000 ? { imm: 1, offset: value } : undefined;
  },
});

/** The scalar base of a global address (a pair) or the scalar part of a scratch address (one register), or `off`. */
export const flatBase = (registers: 1 | 2): SlotCodec => ({
  fields: ['saddr'],
  modifiers: false,
  read: (fields) => {
    const saddr = memberOf(fields, 'saddr', 'field');
    return saddr === NO_REGISTER ? { kind: 'none' } : scalar(saddr, registers);
  },
  write: (operand) => {
    if (operand.kind === 'none') return { saddr: NO_REGISTER };
    return operand.kind === 'scalar' && operand.count === registers ? { saddr: operand.index } : undefined;
  },
});

const modifiersOf = (name: string, operand: Operand): Record<string, number> => ({
  [`${name}_abs`]: 'abs' in operand && operand.abs ? 1 : 0,
  [`${name}_neg`]: 'neg' in operand && operand.neg ? 1 : 0,
});

const modified = (name: string, fields: Readonly<Record<string, number>>, operand: Operand): Operand => {
  const [abs, neg] = [fields[`${name}_abs`] === 1, fields[`${name}_neg`] === 1];
  return abs || neg ? ({ ...operand, abs, neg } as Operand) : operand;
};

/**
 * A source of SDWA: a VGPR, on GFX9 also what scalar sources name (s0, s1). @param place the field with the number
 */
export function partSource(generation: Generation, which: 0 | 1, place: string): SlotCodec {
  const [name, bank] = [`src${which}`, `s${which}`];
  const { isScalarRegister, inlineConstant } = operandCodesOf(generation);
  const scalarSource = (code: number): Operand | undefined => {
    if (isScalarRegister(code)) return scalar(code, 1);
    const inline = inlineConstant(code);
    return inline && { kind: 'const', ...inline, literal: false, code };
  };
  return {
    fields: [place, ...(generation.gfx9 ? [bank] : []), `${name}_abs`, `${name}_neg`],
    modifiers: true,
    read: (fields) => {
      const code = memberOf(fields, place, 'field');
      const operand: Operand | undefined = fields[bank] ? scalarSource(code) : { kind: 'vgpr', index: code, count: 1 };
      return operand && modified(name, fields, operand);
    },
    write: (operand) => {
      const rest = modifiersOf(name, operand);
      if (operand.kind === 'vgpr' && operand.count === 1)
        return { [place]: operand.index, ...(generation.gfx9 ? { [bank]: 0 } : {}), ...rest };
      if (!generation.gfx9) return undefined;
      if (operand.kind === 'scalar' && operand.count === 1) return { [place]: operand.index, [bank]: 1, ...rest };
      return operand.kind === 'const' && !operand.literal ? { [place]: operand.code, [bank]: 1, ...rest } : undefined;
    },
  };
}

/** A source of DPP: a VGPR. */
export function laneSource(which: 0 | 1, place: string): SlotCodec {
  const name = `src${which}`;
  return {
    fields: [place, `${name}_abs`, `${name}_neg`],
    modifiers: true,
    read: (fields) => modified(name, fields, { kind: 'vgpr', index: memberOf(fields, place, 'field'), count: 1 }),
    write: (operand) =>
      operand.kind === 'vgpr' && operand.count === 1
        ? { [place]: operand.index, ...modifiersOf(name, operand) }
        : undefined,
  };
}

const VCC = { kind: 'scalar', index: VCC_LO, count: 2 } as const;

/** The mask that a comparison with SDWA writes on GFX9: VCC, or the pair that `sdst` names. */
export const comparisonMask: SlotCodec = {
  fields: ['sd', 'sdst'],
  modifiers: false,
  read: (fields) => {
    const sdst = memberOf(fields, 'sdst', 'field');
    if (fields['sd']) return scalar(sdst, 2);
    return sdst === 0 ? VCC : undefined;
  },
  write: (operand, _count, fields) => {
    if (operand.kind !== 'scalar' || operand.count !== 2) return undefined;
    // VCC can also be named like any other pair.
    return operand.index === VCC.index && !fields['sd'] ? { sd: 0, sdst: 0 } : { sd: 1, sdst: operand.index };
  },
};
