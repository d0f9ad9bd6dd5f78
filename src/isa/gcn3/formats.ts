// The encoding formats of GCN3 (gfx8) and GFX9: which words belong to a format, where its fields are and what its slots
// name. SDWA and DPP, which a source operand 249 or 250 announces, are formats of their own: a second word says which
// parts of registers or which lanes are meant. Sources: "AMD GCN3 Instruction Set Architecture" and "AMD Vega
// Instruction Set Architecture", "Microcode Formats".

import type { FormatSpec } from '../format.js';
import { at, type FormatDraft, type FormatDrafts, type Generation, slot } from './format-draft.js';
import { memoryFormats } from './memory-formats.js';
import { SDWA_FORMATS, sdwaFormats } from './sdwa-formats.js';

const scalar = { unit: 'scalar', vector: false, words: 1 } as const;
const vector = { unit: 'vector', vector: true } as const;

const SCALAR_FORMATS: FormatDrafts = {
  SOP1: {
    ...scalar,
    title: 'scalar, one source',
    mask: 0xff800000,
    bits: 0xbe800000,
    opcode: at(8, 8),
    fields: { ssrc0: at(0, 8), sdst: at(16, 7) },
    slots: { D: slot('sdst', 'sdst'), S0: slot('ssrc', 'ssrc0') },
    literal: true,
  },
  SOP2: {
    ...scalar,
    title: 'scalar, two sources',
    mask: 0xc0000000,
    bits: 0x80000000,
    opcode: at(23, 7),
    fields: { ssrc0: at(0, 8), ssrc1: at(8, 8), sdst: at(16, 7) },
    slots: { D: slot('sdst', 'sdst'), S0: slot('ssrc', 'ssrc0'), S1: slot('ssrc', 'ssrc1') },
    literal: true,
  },
  SOPK: {
    ...scalar,
    title: 'scalar, 16-bit constant',
    mask: 0xf0000000,
    bits: 0xb0000000,
    opcode: at(23, 5),
    fields: { simm16: at(0, 16), sdst: at(16, 7) },
    slots: { D: slot('sdst', 'sdst') },
  },
  SOPC: {
    ...scalar,
    title: 'scalar comparison',
    mask: 0xff800000,
    bits: 0xbf000000,
    opcode: at(16, 7),
    fields: { ssrc0: at(0, 8), ssrc1: at(8, 8) },
    slots: { S0: slot('ssrc', 'ssrc0'), S1: slot('ssrc', 'ssrc1') },
    literal: true,
  },
  SOPP: {
    ...scalar,
    title: 'program control',
    unit: 'control',
    mask: 0xff800000,
    bits: 0xbf800000,
    opcode: at(16, 7),
    fields: { simm16: at(0, 16) },
    slots: {},
  },
};

const VECTOR_FORMATS: FormatDrafts = {
  VOP1: {
    ...vector,
    title: 'vector, one source',
    words: 1,
    mask: 0xfe000000,
    bits: 0x7e000000,
    opcode: at(9, 8),
    fields: { src0: at(0, 9), vdst: at(17, 8) },
    slots: { D: slot('vgpr', 'vdst'), S0: slot('src', 'src0') },
    literal: true,
  },
  VOP2: {
    ...vector,
    title: 'vector, two sources',
    words: 1,
    mask: 0x80000000,
    bits: 0x00000000,
    opcode: at(25, 6),
    fields: { src0: at(0, 9), vsrc1: at(9, 8), vdst: at(17, 8) },
    slots: { D: slot('vgpr', 'vdst'), S0: slot('src', 'src0'), S1: slot('vgpr', 'vsrc1'), K: slot('literal') },
    literal: true,
  },
  VOPC: {
    ...vector,
    title: 'vector comparison',
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
    bits: 0xd4000000,
    opcode: at(16, 2),
    fields: { vsrc: at(0, 8), chan: at(8, 2), attr: at(10, 6), vdst: at(18, 8) },
    slots: { D: slot('vgpr', 'vdst'), S0: slot('vgpr', 'vsrc') },
  },
};

const threeSources = { src0: at(0, 9, 1), src1: at(9, 9, 1), src2: at(18, 9, 1) };
const sourceSlots = { S0: slot('src', 'src0'), S1: slot('src', 'src1'), S2: slot('src', 'src2') };

/** VOP3, whose halves of sources and results (op_sel) are GFX9's. */
const vop3 = ({ gfx9 }: Generation): FormatDraft => ({
  ...vector,
  title: 'vector, three sources',
  words: 2,
  mask: 0xfc000000,
  bits: 0xd0000000,
  opcode: at(16, 10),
  // With a scalar destination there are no abs and no op_sel; interpolation has an attribute where the first source is.
  absent: ({ slot, traits }) => [
    ...(slot('SDST') ? ['abs', 'op_sel'] : ['sdst']),
    ...(gfx9 && traits.halves ? [] : ['op_sel']),
    ...(traits.attribute ? [] : ['attr', 'chan', 'high']),
  ],
  fields: {
    vdst: at(0, 8),
    abs: at(8, 3),
    ...(gfx9 ? { op_sel: at(11, 4) } : {}),
    sdst: at(8, 7),
    clamp: at(15, 1),
    ...threeSources,
    attr: at(0, 6, 1),
    chan: at(6, 2, 1),
    high: at(8, 1, 1),
    omod: at(27, 2, 1),
    neg: at(29, 3, 1),
  },
  slots: { D: slot('vgpr', 'vdst'), SDST: slot('sdst', 'sdst'), ...sourceSlots },
});

const VOP3P: FormatDraft = {
  ...vector,
  title: 'packed vector arithmetic',
  words: 2,
  mask: 0xff800000,
  bits: 0xd3800000,
  opcode: at(16, 7),
  // Mixed precision has abs where the others negate high halves.
  absent: ({ traits }) => (traits.mixed ? ['neg_lo', 'neg_hi'] : ['neg', 'abs']),
  fields: {
    vdst: at(0, 8),
    neg_hi: at(8, 3),
    abs: at(8, 3),
    op_sel: at(11, 3),
    op_sel_hi2: at(14, 1),
    clamp: at(15, 1),
    ...threeSources,
    op_sel_hi: at(27, 2, 1),
    neg_lo: at(29, 3, 1),
    neg: at(29, 3, 1),
  },
  slots: { D: slot('vgpr', 'vdst'), ...sourceSlots },
};

const ORDER = [
  ...['SOP1', 'SOP2', 'SOPK', 'SOPC', 'SOPP', 'SMEM', 'VOP1', 'VOP2', 'VOP3', 'VOP3P', 'VOPC', ...SDWA_FORMATS],
  ...['VINTRP', 'DS', 'FLAT', 'GLOBAL', 'SCRATCH', 'MUBUF', 'MTBUF', 'MIMG', 'EXP'],
];

/** Every format of a generation. */
export function formatsOf(generation: Generation): readonly FormatSpec[] {
  const drafts: FormatDrafts = {
    ...SCALAR_FORMATS,
    ...VECTOR_FORMATS,
    VOP3: vop3(generation),
    ...(generation.gfx9 ? { VOP3P } : {}),
    ...sdwaFormats(generation),
    ...memoryFormats(generation),
  };
  return ORDER.filter((name) => drafts[name]).map((name) => {
    const draft = drafts[name]!;
    return Object.freeze({ name, literal: false, ...draft, mask: draft.mask >>> 0, bits: draft.bits >>> 0 });
  });
}
