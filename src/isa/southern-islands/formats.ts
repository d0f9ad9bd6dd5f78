// The 16 encoding formats of Southern Islands: which words belong to a format, where its fields are and what its slots
// name. Source: "Southern Islands Series Instruction Set Architecture", chapter "Microcode Formats".

import type { FieldSpec, FormatSpec, SlotKind, SlotSpec } from '../format.js';

const at = (low: number, width: number, word: 0 | 1 = 0): FieldSpec => ({ word, low, width });
const slot = (kind: SlotKind, field = ''): SlotSpec => ({ kind, field });

type Draft = Omit<FormatSpec, 'name' | 'literal'> & { readonly literal?: boolean };
type Drafts = Readonly<Record<string, Draft>>;

const bufferFields = {
  offset: at(0, 12),
  offen: at(12, 1),
  idxen: at(13, 1),
  glc: at(14, 1),
  addr64: at(15, 1),
  slc: at(22, 1, 1),
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

const SCALAR_FORMATS: Drafts = {
  SOP1: {
    title: 'scalar, one source',
    unit: 'scalar',
    vector: false,
    words: 1,
    mask: 0xff800000,
    bits: 0xbe800000,
    opcode: at(8, 8),
    fields: { ssrc0: at(0, 8), sdst: at(16, 7) },
    slots: { D: slot('sdst', 'sdst'), S0: slot('ssrc', 'ssrc0') },
    literal: true,
  },
  SOP2: {
    title: 'scalar, two sources',
    unit: 'scalar',
    vector: false,
    words: 1,
    mask: 0xc0000000,
    bits: 0x80000000,
    opcode: at(23, 7),
    fields: { ssrc0: at(0, 8), ssrc1: at(8, 8), sdst: at(16, 7) },
    slots: { D: slot('sdst', 'sdst'), S0: slot('ssrc', 'ssrc0'), S1: slot('ssrc', 'ssrc1') },
    literal: true,
  },
  SOPK: {
    title: 'scalar, 16-bit constant',
    unit: 'scalar',
    vector: false,
    words: 1,
    mask: 0xf0000000,
    bits: 0xb0000000,
    opcode: at(23, 5),
    fields: { simm16: at(0, 16), sdst: at(16, 7) },
    slots: { D: slot('sdst', 'sdst') },
  },
  SOPC: {
    title: 'scalar comparison',
    unit: 'scalar',
    vector: false,
    words: 1,
    mask: 0xff800000,
    bits: 0xbf000000,
    opcode: at(16, 7),
    fields: { ssrc0: at(0, 8), ssrc1: at(8, 8) },
    slots: { S0: slot('ssrc', 'ssrc0'), S1: slot('ssrc', 'ssrc1') },
    literal: true,
  },
  SOPP: {
    title: 'program control',
    unit: 'control',
    vector: false,
    words: 1,
    mask: 0xff800000,
    bits: 0xbf800000,
    opcode: at(16, 7),
    fields: { simm16: at(0, 16) },
    slots: {},
  },
  SMRD: {
    title: 'scalar memory read',
    unit: 'scalarMemory',
    vector: false,
    words: 1,
    mask: 0xf8000000,
    bits: 0xc0000000,
    opcode: at(22, 5),
    fields: { offset: at(0, 8), imm: at(8, 1), sbase: at(9, 6), sdst: at(15, 7) },
    slots: { D: slot('sdst', 'sdst'), SBASE: slot('sgpr2', 'sbase'), OFFSET: slot('smrdOffset', 'offset') },
  },
};

const VECTOR_FORMATS: Drafts = {
  VOP1: {
    title: 'vector, one source',
    unit: 'vector',
    vector: true,
    words: 1,
    mask: 0xfe000000,
    bits: 0x7e000000,
    opcode: at(9, 8),
    fields: { src0: at(0, 9), vdst: at(17, 8) },
    slots: { D: slot('vgpr', 'vdst'), S0: slot('src', 'src0') },
    literal: true,
  },
  VOP2: {
    title: 'vector, two sources',
    unit: 'vector',
    vector: true,
    words: 1,
    mask: 0x80000000,
    bits: 0x00000000,
    opcode: at(25, 6),
    fields: { src0: at(0, 9), vsrc1: at(9, 8), vdst: at(17, 8) },
    slots: { D: slot('vgpr', 'vdst'), S0: slot('src', 'src0'), S1: slot('vgpr', 'vsrc1'), K: slot('literal') },
    literal: true,
  },
  VOP3: {
    title: 'vector, three sources',
    unit: 'vector',
    vector: true,
    words: 2,
    mask: 0xfc000000,
    bits: 0xd0000000,
    opcode: at(17, 9),
    // VOP3b has SDST where VOP3a has abs and clamp.
    absent: ({ slot }) => (slot('SDST') ? ['abs', 'clamp'] : ['sdst']),
    fields: {
      vdst: at(0, 8),
      abs: at(8, 3),
      clamp: at(11, 1),
      sdst: at(8, 7),
      src0: at(0, 9, 1),
      src1: at(9, 9, 1),
      src2: at(18, 9, 1),
      omod: at(27, 2, 1),
      neg: at(29, 3, 1),
    },
    slots: {
      D: slot('vgpr', 'vdst'),
      SDST: slot('sdst', 'sdst'),
      S0: slot('src', 'src0'),
      S1: slot('src', 'src1'),
      S2: slot('src', 'src2'),
    },
  },
  VOPC: {
    title: 'vector comparison',
    unit: 'vector',
    vector: true,
    words: 1,
    mask: 0xfe000000,
    bits: 0x7c000000,
    opcode: at(17, 8),
    fields: { src0: at(0, 9), vsrc1: at(9, 8) },
    slots: { D: slot('vcc'), S0: slot('src', 'src0'), S1: slot('vgpr', 'vsrc1') },
    literal: true,
  },
  VINTRP: {
    title: 'parameter interpolation',
    unit: 'interpolation',
    vector: true,
    words: 1,
    mask: 0xfc000000,
    bits: 0xc8000000,
    opcode: at(16, 2),
    fields: { vsrc: at(0, 8), chan: at(8, 2), attr: at(10, 6), vdst: at(18, 8) },
    slots: { D: slot('vgpr', 'vdst'), S0: slot('vgpr', 'vsrc') },
  },
};

const MEMORY_FORMATS: Drafts = {
  DS: {
    title: 'local data share',
    unit: 'lds',
    vector: true,
    words: 2,
    mask: 0xfc000000,
    bits: 0xd8000000,
    opcode: at(18, 8),
    // `offset` is both 8-bit offsets together.
    absent: ({ reads }) => (reads('offset0') ? ['offset'] : ['offset0', 'offset1']),
    fields: {
      offset: at(0, 16),
      offset0: at(0, 8),
      offset1: at(8, 8),
      gds: at(17, 1),
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
  },
  MUBUF: {
    title: 'untyped buffer access',
    unit: 'vectorMemory',
    vector: true,
    words: 2,
    mask: 0xfc000000,
    bits: 0xe0000000,
    opcode: at(18, 7),
    fields: { ...bufferFields, lds: at(16, 1) },
    slots: bufferSlots,
  },
  MTBUF: {
    title: 'typed buffer access',
    unit: 'vectorMemory',
    vector: true,
    words: 2,
    mask: 0xfc000000,
    bits: 0xe8000000,
    opcode: at(16, 3),
    fields: { ...bufferFields, dfmt: at(19, 4), nfmt: at(23, 3) },
    slots: bufferSlots,
  },
  MIMG: {
    title: 'images',
    unit: 'vectorMemory',
    vector: true,
    words: 2,
    mask: 0xfc000000,
    bits: 0xf0000000,
    opcode: at(18, 7),
    fields: {
      dmask: at(8, 4),
      unorm: at(12, 1),
      glc: at(13, 1),
      da: at(14, 1),
      r128: at(15, 1),
      tfe: at(16, 1),
      lwe: at(17, 1),
      slc: at(25, 1),
      vaddr: at(0, 8, 1),
      vdata: at(8, 8, 1),
      srsrc: at(16, 5, 1),
      ssamp: at(21, 5, 1),
    },
    slots: {
      VDATA: slot('vgpr', 'vdata'),
      VADDR: { ...slot('vgpr', 'vaddr'), clipped: true },
      SRSRC: slot('sgpr4', 'srsrc'),
      SSAMP: slot('sgpr4', 'ssamp'),
    },
  },
  EXP: {
    title: 'export',
    unit: 'export',
    vector: true,
    words: 2,
    mask: 0xfc000000,
    bits: 0xf8000000,
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
  },
};

const ORDER = 'SOP1 SOP2 SOPK SOPC SOPP SMRD VOP1 VOP2 VOP3 VOPC VINTRP DS MUBUF MTBUF MIMG EXP'.split(' ');
const DRAFTS: Drafts = { ...SCALAR_FORMATS, ...VECTOR_FORMATS, ...MEMORY_FORMATS };

/** Every format, in the order of the manual. */
export const FORMATS: readonly FormatSpec[] = ORDER.map((name) => {
  const draft = DRAFTS[name]!;
  return Object.freeze({ name, literal: false, ...draft, mask: draft.mask >>> 0, bits: draft.bits >>> 0 });
});
