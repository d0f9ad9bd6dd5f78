// The encoding formats of GCN3 (gfx8) and GFX9: which words belong to a format, where its fields are and what its slots
// name. SDWA and DPP, which a source operand 249 or 250 announces, are formats of their own: a second word says which
// parts of registers or which lanes are meant. Sources: "AMD GCN3 Instruction Set Architecture" and "AMD Vega
// Instruction Set Architecture", "Microcode Formats".

import { at, type FormatDraft, type FormatDrafts, formatsIn, slot } from '../common/format-draft.js';
import { interpolation, SCALAR_FORMATS, sourceSlots, threeSources, VECTOR_FORMATS, vector } from '../common/formats.js';
import type { FormatSpec } from '../format.js';
import type { Generation } from './generation.js';
import { memoryFormats } from './memory-formats.js';
import { SDWA_FORMATS, sdwaFormats } from './sdwa-formats.js';

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
    VINTRP: interpolation(0xd4000000),
    ...(generation.gfx9 ? { VOP3P } : {}),
    ...sdwaFormats(generation),
    ...memoryFormats(generation),
  };
  return formatsIn(drafts, ORDER);
}
