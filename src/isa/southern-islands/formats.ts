// The 16 encoding formats of Southern Islands: which words belong to a format, where its fields are and what its slots name.
// Source: "Southern Islands Series Instruction Set Architecture", chapter "Microcode Formats".

import { FORMAT_NAMES, type FormatName } from '../define.js';

/** Where a field is: word of the encoding, lowest bit, number of bits. */
export interface FieldSpec {
  readonly word: 0 | 1;
  readonly low: number;
  readonly width: number;
}

/**
 * What the number in a slot's field names:
 * - sdst: a scalar register by operand code; ssrc: any scalar operand; src: any operand (9 bits); vgpr: a VGPR;
 * - sgpr2, sgpr4: the number counts pairs or quads of scalar registers;
 * - smrdOffset: an immediate when the `imm` field is 1, a scalar register otherwise;
 * - vcc: not encoded, it is VCC; literal: the word that follows; exportSource: a VGPR or `off` as the `en` field says.
 */
export type SlotKind =
  | 'sdst'
  | 'ssrc'
  | 'src'
  | 'vgpr'
  | 'sgpr2'
  | 'sgpr4'
  | 'smrdOffset'
  | 'vcc'
  | 'literal'
  | 'exportSource';

export interface SlotSpec {
  readonly kind: SlotKind;
  /** The field that holds the number; empty for `vcc` and `literal`. */
  readonly field: string;
}

export interface FormatSpec {
  readonly name: FormatName;
  /** Size without a literal, in 32-bit words. */
  readonly words: 1 | 2;
  /** A word belongs to the format when `(word & mask) === bits` and no format with a wider mask claims it. */
  readonly mask: number;
  readonly bits: number;
  readonly opcode: FieldSpec;
  readonly fields: Readonly<Record<string, FieldSpec>>;
  readonly slots: Readonly<Record<string, SlotSpec>>;
  /** Whether operand code 255 (a literal constant) is allowed. */
  readonly literal: boolean;
}

/** Operand code that says: the literal constant after the instruction. */
export const LITERAL_CODE = 255;

const at = (low: number, width: number, word: 0 | 1 = 0): FieldSpec => ({ word, low, width });
const slot = (kind: SlotKind, field = ''): SlotSpec => ({ kind, field });

type Draft = Omit<FormatSpec, 'name' | 'literal'> & { readonly literal?: boolean };

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

const SCALAR_FORMATS: Readonly<Partial<Record<FormatName, Draft>>> = {
  SOP1: {
    words: 1,
    mask: 0xff800000,
    bits: 0xbe800000,
    opcode: at(8, 8),
    fields: { ssrc0: at(0, 8), sdst: at(16, 7) },
    slots: { D: slot('sdst', 'sdst'), S0: slot('ssrc', 'ssrc0') },
    literal: true,
  },
  SOP2: {
    words: 1,
    mask: 0xc0000000,
    bits: 0x80000000,
    opcode: at(23, 7),
    fields: { ssrc0: at(0, 8), ssrc1: at(8, 8), sdst: at(16, 7) },
    slots: { D: slot('sdst', 'sdst'), S0: slot('ssrc', 'ssrc0'), S1: slot('ssrc', 'ssrc1') },
    literal: true,
  },
  SOPK: {
    words: 1,
    mask: 0xf0000000,
    bits: 0xb0000000,
    opcode: at(23, 5),
    fields: { simm16: at(0, 16), sdst: at(16, 7) },
    slots: { D: slot('sdst', 'sdst') },
  },
  SOPC: {
    words: 1,
    mask: 0xff800000,
    bits: 0xbf000000,
    opcode: at(16, 7),
    fields: { ssrc0: at(0, 8), ssrc1: at(8, 8) },
    slots: { S0: slot('ssrc', 'ssrc0'), S1: slot('ssrc', 'ssrc1') },
    literal: true,
  },
  SOPP: {
    words: 1,
    mask: 0xff800000,
    bits: 0xbf800000,
    opcode: at(16, 7),
    fields: { simm16: at(0, 16) },
    slots: {},
  },
  SMRD: {
    words: 1,
    mask: 0xf8000000,
    bits: 0xc0000000,
    opcode: at(22, 5),
    fields: { offset: at(0, 8), imm: at(8, 1), sbase: at(9, 6), sdst: at(15, 7) },
    slots: { D: slot('sdst', 'sdst'), SBASE: slot('sgpr2', 'sbase'), OFFSET: slot('smrdOffset', 'offset') },
  },
};

const VECTOR_FORMATS: Readonly<Partial<Record<FormatName, Draft>>> = {
  VOP1: {
    words: 1,
    mask: 0xfe000000,
    bits: 0x7e000000,
    opcode: at(9, 8),
    fields: { src0: at(0, 9), vdst: at(17, 8) },
    slots: { D: slot('vgpr', 'vdst'), S0: slot('src', 'src0') },
    literal: true,
  },
  VOP2: {
    words: 1,
    mask: 0x80000000,
    bits: 0x00000000,
    opcode: at(25, 6),
    fields: { src0: at(0, 9), vsrc1: at(9, 8), vdst: at(17, 8) },
    slots: { D: slot('vgpr', 'vdst'), S0: slot('src', 'src0'), S1: slot('vgpr', 'vsrc1'), K: slot('literal') },
    literal: true,
  },
  VOP3: {
    words: 2,
    mask: 0xfc000000,
    bits: 0xd0000000,
    opcode: at(17, 9),
    // VOP3b has SDST where VOP3a has abs and clamp: `fieldsOf` leaves out what the instruction does not have.
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
    words: 1,
    mask: 0xfe000000,
    bits: 0x7c000000,
    opcode: at(17, 8),
    fields: { src0: at(0, 9), vsrc1: at(9, 8) },
    slots: { D: slot('vcc'), S0: slot('src', 'src0'), S1: slot('vgpr', 'vsrc1') },
    literal: true,
  },
  VINTRP: {
    words: 1,
    mask: 0xfc000000,
    bits: 0xc8000000,
    opcode: at(16, 2),
    fields: { vsrc: at(0, 8), chan: at(8, 2), attr: at(10, 6), vdst: at(18, 8) },
    slots: { D: slot('vgpr', 'vdst'), S0: slot('vgpr', 'vsrc') },
  },
};

const MEMORY_FORMATS: Readonly<Partial<Record<FormatName, Draft>>> = {
  DS: {
    words: 2,
    mask: 0xfc000000,
    bits: 0xd8000000,
    opcode: at(18, 8),
    // `offset` is both 8-bit offsets together.
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
    words: 2,
    mask: 0xfc000000,
    bits: 0xe0000000,
    opcode: at(18, 7),
    fields: { ...bufferFields, lds: at(16, 1) },
    slots: bufferSlots,
  },
  MTBUF: {
    words: 2,
    mask: 0xfc000000,
    bits: 0xe8000000,
    opcode: at(16, 3),
    fields: { ...bufferFields, dfmt: at(19, 4), nfmt: at(23, 3) },
    slots: bufferSlots,
  },
  MIMG: {
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
      VADDR: slot('vgpr', 'vaddr'),
      SRSRC: slot('sgpr4', 'srsrc'),
      SSAMP: slot('sgpr4', 'ssamp'),
    },
  },
  EXP: {
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

const DRAFTS: Readonly<Partial<Record<FormatName, Draft>>> = {
  ...SCALAR_FORMATS,
  ...VECTOR_FORMATS,
  ...MEMORY_FORMATS,
};

/** Every format by name. */
export const FORMATS: Readonly<Record<FormatName, FormatSpec>> = Object.freeze(
  Object.fromEntries(
    FORMAT_NAMES.map((name) => {
      const draft = DRAFTS[name];
      if (!draft) throw new TypeError(`format ${name} is not described`);
      return [name, Object.freeze({ name, literal: false, ...draft, mask: draft.mask >>> 0, bits: draft.bits >>> 0 })];
    }),
  ),
) as Readonly<Record<FormatName, FormatSpec>>;

const setBits = (value: number): number => value.toString(2).replaceAll('0', '').length;

/** Most specific first: SOP1, SOPC and SOPP lie inside SOPK's range of words, SOPK inside SOP2's, VOP1 and VOPC inside VOP2's. */
const BY_SPECIFICITY = Object.values(FORMATS).sort((a, b) => setBits(b.mask) - setBits(a.mask));

/** The format that a first word belongs to, or undefined. */
export function formatOf(word: number): FormatSpec | undefined {
  return BY_SPECIFICITY.find((format) => (word & format.mask) >>> 0 === format.bits);
}

/** Reads a field from encoding words. */
export function getField(words: readonly number[], spec: FieldSpec): number {
  return (words[spec.word]! >>> spec.low) & fieldMask(spec);
}

/** Writes a field into encoding words; bits of `value` beyond the field are dropped. */
export function putField(words: number[], spec: FieldSpec, value: number): void {
  const mask = fieldMask(spec);
  words[spec.word] = ((words[spec.word]! & ~(mask << spec.low)) | ((value & mask) << spec.low)) >>> 0;
}

/** Largest value of a field. */
export function fieldMask(spec: FieldSpec): number {
  return spec.width === 32 ? 0xffffffff : (1 << spec.width) - 1;
}
