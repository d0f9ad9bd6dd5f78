// SDWA (parts of registers, source operand 249) and DPP (registers of other lanes, 250) of VOP1, VOP2 and VOPC as
// formats.

import { at, type FormatDraft, type FormatDrafts, slot } from '../common/format-draft.js';
import type { FieldSpec } from '../format.js';
import type { Generation } from './generation.js';
import { comparisonMask, laneSource, partSource } from './slots.js';

/** The codes of the first source that announce a second word. */
const SDWA = 249;
const DPP = 250;

export const SDWA_FORMATS = ['VOP1_SDWA', 'VOP2_SDWA', 'VOPC_SDWA', 'VOP1_DPP', 'VOP2_DPP'] as const;

const vector = { unit: 'vector', vector: true, words: 2 } as const;

const PLACES = {
  VOP1: { mask: 0xfe0001ff, bits: 0x7e000000, opcode: at(9, 8), fields: { vdst: at(17, 8) } },
  VOP2: { mask: 0x800001ff, bits: 0x00000000, opcode: at(25, 6), fields: { vsrc1: at(9, 8), vdst: at(17, 8) } },
  VOPC: { mask: 0xfe0001ff, bits: 0x7c000000, opcode: at(17, 8), fields: { vsrc1: at(9, 8) } },
} as const;

const sdwaSource = (which: 0 | 1, low: number, { gfx9 }: Generation) => ({
  [`src${which}_sel`]: at(low, 3, 1),
  [`src${which}_sext`]: at(low + 3, 1, 1),
  [`src${which}_neg`]: at(low + 4, 1, 1),
  [`src${which}_abs`]: at(low + 5, 1, 1),
  ...(gfx9 ? { [`s${which}`]: at(low + 7, 1, 1) } : {}),
});

/** The part of a register that the result keeps; for comparisons on GFX9, the mask that they write. */
function sdwaResult(compares: boolean, { gfx9 }: Generation): Readonly<Record<string, FieldSpec>> {
  if (compares) return gfx9 ? { sdst: at(8, 7, 1), sd: at(15, 1, 1) } : { clamp: at(13, 1, 1) };
  return {
    dst_sel: at(8, 3, 1),
    dst_unused: at(11, 2, 1),
    clamp: at(13, 1, 1),
    ...(gfx9 ? { omod: at(14, 2, 1) } : {}),
  };
}

function sdwa(of: keyof typeof PLACES, generation: Generation): FormatDraft {
  const { mask, bits, opcode, fields } = PLACES[of];
  const mask2 = generation.gfx9 ? slot('own') : slot('vcc');
  return {
    ...vector,
    title: `parts of registers (${of})`,
    mask,
    bits: bits | SDWA,
    opcode,
    fields: {
      ...fields,
      src0: at(0, 8, 1),
      ...sdwaResult(of === 'VOPC', generation),
      ...sdwaSource(0, 16, generation),
      ...(of === 'VOP1' ? {} : sdwaSource(1, 24, generation)),
    },
    slots: {
      D: of === 'VOPC' ? { ...mask2, ...(generation.gfx9 ? { codec: comparisonMask } : {}) } : slot('vgpr', 'vdst'),
      S0: { ...slot('own'), codec: partSource(generation, 0, 'src0') },
      ...(of === 'VOP1' ? {} : { S1: { ...slot('own'), codec: partSource(generation, 1, 'vsrc1') } }),
    },
  };
}

function dpp(of: 'VOP1' | 'VOP2'): FormatDraft {
  const { mask, bits, opcode, fields } = PLACES[of];
  return {
    ...vector,
    title: `registers of other lanes (${of})`,
    mask,
    bits: bits | DPP,
    opcode,
    fields: {
      ...fields,
      src0: at(0, 8, 1),
      dpp_ctrl: at(8, 9, 1),
      bound_ctrl: at(19, 1, 1),
      src0_neg: at(20, 1, 1),
      src0_abs: at(21, 1, 1),
      ...(of === 'VOP1' ? {} : { src1_neg: at(22, 1, 1), src1_abs: at(23, 1, 1) }),
      bank_mask: at(24, 4, 1),
      row_mask: at(28, 4, 1),
    },
    slots: {
      D: slot('vgpr', 'vdst'),
      S0: { ...slot('own'), codec: laneSource(0, 'src0') },
      ...(of === 'VOP1' ? {} : { S1: { ...slot('own'), codec: laneSource(1, 'vsrc1') } }),
    },
  };
}

export const sdwaFormats = (generation: Generation): FormatDrafts => ({
  VOP1_SDWA: sdwa('VOP1', generation),
  VOP2_SDWA: sdwa('VOP2', generation),
  VOPC_SDWA: sdwa('VOPC', generation),
  VOP1_DPP: dpp('VOP1'),
  VOP2_DPP: dpp('VOP2'),
});
