// The formats of accesses to memory, and exports.

import type { SlotSpec } from '../format.js';
import { at, type FormatDraft, type FormatDrafts, type Generation, slot } from './format-draft.js';
import { flatBase, scalarOffset } from './slots.js';

const vectorMemory = { unit: 'vectorMemory', vector: true, words: 2 } as const;

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

const DS: FormatDraft = {
  title: 'local data share',
  unit: 'lds',
  vector: true,
  words: 2,
  mask: 0xfc000000,
  bits: 0xd8000000,
  opcode: at(17, 8),
  // `offset` is both 8-bit offsets together.
  absent: ({ reads }) => (reads('offset0') ? ['offset'] : ['offset0', 'offset1']),
  fields: {
    offset: at(0, 16),
    offset0: at(0, 8),
    offset1: at(8, 8),
    gds: at(16, 1),
    addr: at(0, 8, 1),
    data0: at(8, 8, 1),
    data1: at(16, 8, 1),
    vdst: at(24, 8, 1),
  },
  slots: {
    D: slot('vgpr', 'vdst'),
    ADDR: slot('vgpr', 'addr'),
    DATA0: slot('vgpr', 'data0'),
    DATA1: slot('vgpr', 'data1'),
  },
};

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

const bufferFields = {
  offset: at(0, 12),
  offen: at(12, 1),
  idxen: at(13, 1),
  glc: at(14, 1),
  tfe: at(23, 1, 1),
  vaddr: at(0, 8, 1),
  vdata: at(8, 8, 1),
  srsrc: at(16, 5, 1),
  soffset: at(24, 8, 1),
};
const bufferSlots = {
  VDATA: slot('vgpr', 'vdata'),
  VADDR: slot('vgpr', 'vaddr'),
  SRSRC: slot('sgpr4', 'srsrc'),
  SOFFSET: slot('ssrc', 'soffset'),
};

const MUBUF: FormatDraft = {
  ...vectorMemory,
  title: 'untyped buffer access',
  mask: 0xfc000000,
  bits: 0xe0000000,
  opcode: at(18, 7),
  fields: { ...bufferFields, lds: at(16, 1), slc: at(17, 1) },
  slots: bufferSlots,
};

const MTBUF: FormatDraft = {
  ...vectorMemory,
  title: 'typed buffer access',
  mask: 0xfc000000,
  bits: 0xe8000000,
  opcode: at(15, 4),
  fields: { ...bufferFields, dfmt: at(19, 4), nfmt: at(23, 3), slc: at(22, 1, 1) },
  slots: bufferSlots,
};

/** GFX9 has 16-bit addresses where gfx8 has short resources. */
const mimg = ({ gfx9 }: Generation): FormatDraft => ({
  ...vectorMemory,
  title: 'images',
  mask: 0xfc000000,
  bits: 0xf0000000,
  opcode: at(18, 7),
  fields: {
    dmask: at(8, 4),
    unorm: at(12, 1),
    glc: at(13, 1),
    da: at(14, 1),
    ...(gfx9 ? { a16: at(15, 1) } : { r128: at(15, 1) }),
    tfe: at(16, 1),
    lwe: at(17, 1),
    slc: at(25, 1),
    vaddr: at(0, 8, 1),
    vdata: at(8, 8, 1),
    srsrc: at(16, 5, 1),
    ssamp: at(21, 5, 1),
    d16: at(31, 1, 1),
  },
  slots: {
    VDATA: slot('vgpr', 'vdata'),
    VADDR: { ...slot('vgpr', 'vaddr'), clipped: true },
    SRSRC: slot('sgpr4', 'srsrc'),
    SSAMP: slot('sgpr4', 'ssamp'),
  },
});

const EXP: FormatDraft = {
  title: 'export',
  unit: 'export',
  vector: true,
  words: 2,
  mask: 0xfc000000,
  bits: 0xc4000000,
  opcode: at(26, 0),
  fields: {
    en: at(0, 4),
    tgt: at(4, 6),
    compr: at(10, 1),
    done: at(11, 1),
    vm: at(12, 1),
    vsrc0: at(0, 8, 1),
    vsrc1: at(8, 8, 1),
    vsrc2: at(16, 8, 1),
    vsrc3: at(24, 8, 1),
  },
  slots: {
    S0: slot('exportSource', 'vsrc0'),
    S1: slot('exportSource', 'vsrc1'),
    S2: slot('exportSource', 'vsrc2'),
    S3: slot('exportSource', 'vsrc3'),
  },
};

export const memoryFormats = (generation: Generation): FormatDrafts => ({
  SMEM: smem(generation),
  DS,
  FLAT: flat(generation),
  ...(generation.gfx9
    ? {
        GLOBAL: segment('global addresses', 2, { kind: 'own', field: '', codec: flatBase(2) }),
        SCRATCH: segment('scratch addresses', 1, { kind: 'own', field: '', codec: flatBase(1) }),
      }
    : {}),
  MUBUF,
  MTBUF,
  MIMG: mimg(generation),
  EXP,
});
