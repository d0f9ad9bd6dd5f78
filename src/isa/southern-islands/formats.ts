// The 16 encoding formats of Southern Islands: which words belong to a format, where its fields are and what its slots
// name. Source: "Southern Islands Series Instruction Set Architecture", chapter "Microcode Formats".

import { at, type FormatDrafts, formatsIn, slot } from '../common/format-draft.js';
import { interpolation, SCALAR_FORMATS, sourceSlots, threeSources, VECTOR_FORMATS, vector } from '../common/formats.js';
import { exports, images, localShare, typedBuffer, untypedBuffer } from '../common/memory-formats.js';
import type { FormatSpec } from '../format.js';

const bufferFlags = { addr64: at(15, 1), slc: at(22, 1, 1) };

const DRAFTS: FormatDrafts = {
  ...SCALAR_FORMATS,
  ...VECTOR_FORMATS,
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
  VOP3: {
    ...vector,
    title: 'vector, three sources',
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
      ...threeSources,
      omod: at(27, 2, 1),
      neg: at(29, 3, 1),
    },
    slots: { D: slot('vgpr', 'vdst'), SDST: slot('sdst', 'sdst'), ...sourceSlots },
  },
  VINTRP: interpolation(0xc8000000),
  DS: localShare(1),
  MUBUF: untypedBuffer(bufferFlags),
  MTBUF: typedBuffer(at(16, 3), bufferFlags),
  MIMG: images({ r128: at(15, 1) }),
  EXP: exports(0xf8000000),
};

const ORDER = 'SOP1 SOP2 SOPK SOPC SOPP SMRD VOP1 VOP2 VOP3 VOPC VINTRP DS MUBUF MTBUF MIMG EXP'.split(' ');

/** Every format, in the order of the manual. */
export const FORMATS: readonly FormatSpec[] = formatsIn(DRAFTS, ORDER);
