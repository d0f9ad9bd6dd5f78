// The encoding formats that instruction sets share, and the parts of formats that lie elsewhere in each. Source:
// "Southern Islands Series Instruction Set Architecture", chapter "Microcode Formats"; the same chapters of "AMD GCN3
// Instruction Set Architecture" and "AMD Vega Instruction Set Architecture".

import { at, type FormatDraft, type FormatDrafts, slot } from './format-draft.js';

const scalar = { unit: 'scalar', vector: false, words: 1 } as const;
export const vector = { unit: 'vector', vector: true } as const;

export const SCALAR_FORMATS: FormatDrafts = {
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

export const VECTOR_FORMATS: FormatDrafts = {
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
};

/** Fields and slots of VOP3's sources. */
export const threeSources = { src0: at(0, 9, 1), src1: at(9, 9, 1), src2: at(18, 9, 1) };
export const sourceSlots = { S0: slot('src', 'src0'), S1: slot('src', 'src1'), S2: slot('src', 'src2') };

/** @param bits of the first word by which the format is known */
export const interpolation = (bits: number): FormatDraft => ({
  title: 'parameter interpolation',
  unit: 'interpolation',
  vector: true,
  words: 1,
  mask: 0xfc000000,
  bits,
  opcode: at(16, 2),
  fields: { vsrc: at(0, 8), chan: at(8, 2), attr: at(10, 6), vdst: at(18, 8) },
  slots: { D: slot('vgpr', 'vdst'), S0: slot('vgpr', 'vsrc') },
});
