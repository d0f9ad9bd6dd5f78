// The formats of accesses to memory, and exports, as far as instruction sets share them.

import { at, type FormatDraft, slot } from './format-draft.js';

/** The common part of all vector memory formats. */
export const vectorMemory = { unit: 'vectorMemory', vector: true, words: 2 } as const;

/** @param shift by how many bits the opcode and the flag of global memory lie higher than on GCN3 */
export const localShare = (shift: 0 | 1): FormatDraft => ({
  title: 'local data share',
  unit: 'lds',
  vector: true,
  words: 2,
  mask: 0xfc000000,
  bits: 0xd8000000,
  opcode: at(17 + shift, 8),
  // `offset` is both 8-bit offsets together.
  absent: ({ reads }) => (reads('offset0') ? ['offset'] : ['offset0', 'offset1']),
  fields: {
    offset: at(0, 16),
    offset0: at(0, 8),
    offset1: at(8, 8),
    gds: at(16 + shift, 1),
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
});

/** Fields of MUBUF and MTBUF that lie in the same bits everywhere. */
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

type Fields = FormatDraft['fields'];

/** MUBUF. @param own fields that a family adds */
export const untypedBuffer = (own: Fields): FormatDraft => ({
  ...vectorMemory,
  title: 'untyped buffer access',
  mask: 0xfc000000,
  bits: 0xe0000000,
  opcode: at(18, 7),
  fields: { ...bufferFields, lds: at(16, 1), ...own },
  slots: bufferSlots,
});

/** MTBUF. @param own fields that a family adds */
export const typedBuffer = (opcode: FormatDraft['opcode'], own: Fields): FormatDraft => ({
  ...vectorMemory,
  title: 'typed buffer access',
  mask: 0xfc000000,
  bits: 0xe8000000,
  opcode,
  fields: { ...bufferFields, dfmt: at(19, 4), nfmt: at(23, 3), ...own },
  slots: bufferSlots,
});

/** MIMG. @param own fields that a family adds */
export const images = (own: Fields): FormatDraft => ({
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
    ...own,
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
});

/** EXP. @param bits of the first word by which the format is known */
export const exports = (bits: number): FormatDraft => ({
  title: 'export',
  unit: 'export',
  vector: true,
  words: 2,
  mask: 0xfc000000,
  bits,
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
});
