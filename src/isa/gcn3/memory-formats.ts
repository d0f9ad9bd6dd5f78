// The formats of accesses to memory, and exports.

import { at, type FormatDraft, type FormatDrafts, slot } from '../common/format-draft.js';
import { exports, images, localShare, typedBuffer, untypedBuffer, vectorMemory } from '../common/memory-formats.js';
import type { SlotSpec } from '../format.js';
import type { Generation } from './generation.js';
import { flatBase, scalarOffset } from './slots.js';

/** The offset is a number or a register, on GFX9 also both. */
const smem = (generation: Generation): FormatDraft => ({
  title: 'scalar memory',
  unit: 'scalarMemory',
  vector: false,
  words: 2,
  mask: 0xfc000000,
  bits: 0xc0000000,
  opcode: at(18, 8),
  fields: {
    sbase: at(0, 6),
    sdata: at(6, 7),
    glc: at(16, 1),
    imm: at(17, 1),
    offset: at(0, generation.gfx9 ? 21 : 20, 1),
    ...(generation.gfx9 ? { soffset_en: at(14, 1), soffset: at(25, 7, 1) } : {}),
  },
  slots: {
    D: slot('sdst', 'sdata'),
    SBASE: slot('sgpr2', 'sbase'),
    OFFSET: { kind: 'own', field: '', codec: scalarOffset(generation) },
  },
});

const flatFields = {
  glc: at(16, 1),
  slc: at(17, 1),
  addr: at(0, 8, 1),
  data: at(8, 8, 1),
  vdst: at(24, 8, 1),
};
const flatSlots = {
  D: slot('vgpr', 'vdst'),
  ADDR: slot('vgpr', 'addr'),
  DATA: slot('vgpr', 'data'),
};
const flatOpcode = { ...vectorMemory, opcode: at(18, 7) };

/** gfx8 has no offset and one segment, the generic one. */
const flat = ({ gfx9 }: Generation): FormatDraft => ({
  ...flatOpcode,
  title: 'generic addresses',
  mask: gfx9 ? 0xfc00c000 : 0xfc000000,
  bits: 0xdc000000,
  fields: { ...flatFields, ...(gfx9 ? { offset: at(0, 12), lds: at(13, 1) } : {}) },
  slots: flatSlots,
});

/** Global addresses: two VGPRs, or one beside a scalar base; scratch: one VGPR or one SGPR or neither. */
const segment = (title: string, number: number, base: SlotSpec): FormatDraft => ({
  ...flatOpcode,
  title,
  mask: 0xfc00c000,
  bits: 0xdc000000 | (number << 14),
  fields: { ...flatFields, offset: at(0, 13), lds: at(13, 1), saddr: at(16, 7, 1) },
  slots: { ...flatSlots, SADDR: base },
});

/** GFX9 has 16-bit addresses where gfx8 has short resources. */
const mimg = ({ gfx9 }: Generation): FormatDraft =>
  images({ ...(gfx9 ? { a16: at(15, 1) } : { r128: at(15, 1) }), d16: at(31, 1, 1) });

export const memoryFormats = (generation: Generation): FormatDrafts => ({
  SMEM: smem(generation),
  DS: localShare(0),
  FLAT: flat(generation),
  ...(generation.gfx9
    ? {
        GLOBAL: segment('global addresses', 2, { kind: 'own', field: '', codec: flatBase(2) }),
        SCRATCH: segment('scratch addresses', 1, { kind: 'own', field: '', codec: flatBase(1) }),
      }
    : {}),
  MUBUF: untypedBuffer({ slc: at(17, 1) }),
  MTBUF: typedBuffer(at(15, 4), { slc: at(22, 1, 1) }),
  MIMG: mimg(generation),
  EXP: exports(0xc4000000),
});
