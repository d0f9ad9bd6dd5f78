// The formats of Atoll's encoding of HSAIL: two words each, which is what studies of the language assume. Numbers of
// formats are the upper four bits; operands of nine bits are those of GCN: scalar registers, inline constants, and
// vector registers from 256 on. A literal is put into scalar registers by instructions before (`literal`).

import type { FieldSpec, FormatSpec, FormatUnit, SlotCodec, SlotSpec } from '../format.js';
import type { Operand } from '../instruction.js';
import { LABEL_BITS, SCALAR, VECTOR } from './registers.js';

const field = (word: 0 | 1, low: number, width: number): FieldSpec => ({ word, low, width });

/** Formats in which only the result has the width of a vector register's number have one more bit for the opcode. */
const [OPCODE, SHORT_OPCODE] = [field(0, 17, 11), field(0, 18, 9)];
/** Instructions beside the one that is HSAIL's: literals, address sums, the reconvergence stack. */
const [AUXILIARY, SHORT_AUXILIARY] = [field(1, 27, 1), field(0, 27, 1)];
const FIELDS = {
  d: field(0, 9, 8),
  s0: field(0, 0, 9),
  s1: field(1, 0, 9),
  s2: field(1, 9, 9),
  s3: field(1, 18, 9),
  aux: AUXILIARY,
} as const;
const DATA = field(0, 9, 9);
const LABEL = field(0, 0, LABEL_BITS);
const WORD = field(1, 0, 32);

/** An operand that is always the same register. */
function fixed(operand: Operand): SlotSpec {
  const codec: SlotCodec = { fields: [], modifiers: false, read: () => operand, write: () => ({}) };
  return { kind: 'own', field: '', codec };
}
const scalar = (index: number, count = 1): SlotSpec => fixed({ kind: 'scalar', index, count });
const vector = (index: number): SlotSpec => fixed({ kind: 'vgpr', index, count: 1 });

const D: SlotSpec = { kind: 'vgpr', field: 'd' };
const source = (name: string): SlotSpec => ({ kind: 'src', field: name });
const SOURCES = { S0: source('s0'), S1: source('s1'), S2: source('s2'), S3: source('s3') } as const;
const PRIVATE_OFFSET = scalar(SCALAR.privateOffset);

/** Slots of the reconvergence stack by name. */
export const STACK_SLOTS = {
  DEPTH: scalar(SCALAR.depth),
  SIDES: scalar(SCALAR.sides),
  POINT: scalar(SCALAR.point),
  PENDING: scalar(SCALAR.pending),
  STACK_POINTER: scalar(SCALAR.stackPointer),
  CALL: vector(VECTOR.call),
  /** Of an open point: the one around it, and the lanes. */
  OUTER: vector(VECTOR.stack),
  OPEN_LOW: vector(VECTOR.stack + 1),
  OPEN_HIGH: vector(VECTOR.stack + 2),
  /** Of a side that waits: its number with the depth, and the lanes. */
  SIDE: vector(VECTOR.stack + 3),
  SIDE_LOW: vector(VECTOR.stack + 4),
  SIDE_HIGH: vector(VECTOR.stack + 5),
} as const;

interface FormatDraft {
  readonly opcode: FieldSpec;
  readonly title: string;
  readonly unit: FormatUnit;
  readonly vector: boolean;
  readonly fields: Readonly<Record<string, FieldSpec>>;
  readonly slots: Readonly<Record<string, SlotSpec>>;
}

const alu = (title: string): FormatDraft => ({
  opcode: OPCODE,
  title,
  unit: 'vector',
  vector: true,
  fields: FIELDS,
  slots: { D, ...SOURCES },
});
const memory = (title: string, unit: FormatUnit): FormatDraft => ({
  opcode: SHORT_OPCODE,
  title,
  unit,
  vector: true,
  fields: { data: DATA, address: FIELDS.s0, aux: SHORT_AUXILIARY, offset: WORD },
  slots: {
    D: { kind: 'vgpr', field: 'data' },
    DATA: source('data'),
    ADDRESS: source('address'),
    PRIVATE: PRIVATE_OFFSET,
  },
});

/** By name, in the order of their numbers. */
const DRAFTS: Readonly<Record<string, FormatDraft>> = {
  IL_INTEGER: alu('integers, bits and moves'),
  IL_FLOAT: alu('floating-point numbers'),
  IL_COMPARE: alu('comparisons, and elements of packed types elsewhere'),
  IL_CONVERT: alu('conversions'),
  IL_PACKED: alu('packed integers'),
  IL_PACKED_FLOAT: alu('packed floating-point numbers'),
  IL_QUERY: alu('the work-item, its dispatch, and lanes beside it'),
  IL_GLOBAL: memory('global, readonly and kernarg memory', 'vectorMemory'),
  IL_FLAT: memory('flat and private memory', 'vectorMemory'),
  IL_GROUP: memory('group memory', 'lds'),
  IL_ATOMIC: { ...alu('atomics of global and flat memory, images'), unit: 'vectorMemory' },
  IL_GROUP_ATOMIC: { ...alu('atomics of group memory'), unit: 'lds' },
  /** Once for a wavefront. */
  IL_CONTROL: {
    opcode: SHORT_OPCODE,
    title: 'branches by a mask, literals, barriers',
    unit: 'control',
    vector: false,
    fields: { d: FIELDS.d, s0: FIELDS.s0, aux: SHORT_AUXILIARY, word: WORD },
    slots: { D: { kind: 'sdst', field: 'd' }, S0: { kind: 'ssrc', field: 's0' } },
  },
  IL_POINT: {
    opcode: SHORT_OPCODE,
    title: 'jumps by points of reconvergence',
    unit: 'control',
    vector: false,
    fields: { label: LABEL, aux: SHORT_AUXILIARY, word: WORD },
    slots: { POINT: STACK_SLOTS.POINT, PENDING: STACK_SLOTS.PENDING, STACK_POINTER: STACK_SLOTS.STACK_POINTER },
  },
  IL_STACK: {
    opcode: SHORT_OPCODE,
    title: 'the reconvergence stack',
    unit: 'control',
    vector: true,
    fields: { label: LABEL, aux: SHORT_AUXILIARY, s1: FIELDS.s1 },
    slots: { S1: { kind: 'ssrc', field: 's1' }, EXEC: scalar(126, 2), ...STACK_SLOTS },
  },
};

export const FORMATS: readonly FormatSpec[] = Object.entries(DRAFTS).map(([name, draft], index) => ({
  name,
  ...draft,
  words: 2,
  mask: 0xf000_0000,
  bits: ((index + 1) << 28) >>> 0,
  literal: false,
}));
