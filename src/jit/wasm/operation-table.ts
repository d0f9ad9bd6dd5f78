// The operations that the emitter gives, by number: those of WebAssembly, and a few of our own that stand for several
// of these (compound.ts), so that what is known when code is emitted need not be found out afterwards. Behind an
// operation's number stand its operands, in words.

import { ATOMIC, LANE, LANE_MEMORY, MEMORY, OP, SIMD, VECTOR_LOAD } from './opcodes.js';

/** Offsets of the opcodes behind a prefix. */
export const BEHIND = { simd: 0x200, atomic: 0x400, bulk: 0x600 } as const;

/** Operations with operands of their own, by number; the others are named in opcodes.ts. */
export const NUMBER = {
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  call: 0x10,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  i32: 0x41,
  i64: 0x42,
  vectorStore: BEHIND.simd + 11,
  v128: BEHIND.simd + 12,
  shuffle: BEHIND.simd + 13,
  fill: BEHIND.bulk + 0x0b,
  /** A vector from the chunk's part of a vector register, and to it. */
  loadRegister: 0x700,
  storeRegister: 0x701,
  /** A look at a byte, for its effect on the host's pages. */
  touch: 0x702,
  /** `if` all lanes of the chunk are active. */
  ifAll: 0x703,
  /** Truth values of the chunk's lanes become bits. */
  collect: 0x704,
  /** The loop over the chunks of a wavefront with any lanes active. */
  maskedLoop: 0x705,
  endMasked: 0x706,
  /** The loop over all chunks of a wavefront, or of a row, whose lanes are all active. */
  linearLoop: 0x707,
  endLinear: 0x708,
  /** The access to memory behind it stays one instruction of the processor: other threads may look at its bytes. */
  undivided: 0x709,
  /** The access to memory behind it has one more operand below its address: an i64, which is added to it. */
  far: 0x70a,
} as const;
const NUMBERS = 0x70b;

/** Operands that follow an operation's number. */
export const KIND = {
  /** Nothing. */
  plain: 0,
  local: 1,
  writtenLocal: 2,
  i32: 3,
  /** Low word, high word. */
  i64: 4,
  /** Offset. */
  memory: 5,
  /** Depth of a label, or number of a function. */
  index: 6,
  /** A block without results. */
  block: 7,
  /** Type of the result. */
  if: 8,
  /** Number of words that follow; depths, the last one for all other values. */
  table: 9,
  /** Of a vector. */
  lane: 10,
  /** Offset, lane. */
  laneMemory: 11,
  /** Sixteen bytes. */
  vector: 12,
  atomic: 13,
  fill: 14,
  touch: 15,
  /** Local: the chunk's active lanes. */
  ifAll: 16,
  /** Locals: all bits, the vector, the number of the first lane. */
  collect: 17,
  /**
   * Locals: EXEC from the chunk on, the chunk's active lanes; 1 where the loop is left at a chunk with inactive lanes.
   */
  maskedLoop: 18,
  /** Locals: the address of the chunk's registers, EXEC. */
  endMasked: 19,
  linearLoop: 20,
  /**
   * Number of words that follow; chunks of the loop, chunks of each repetition; locals: the address of the chunk's
   * registers, that of the first one's, and of vectors that grow from chunk to chunk with their growths.
   */
  endLinear: 21,
  undivided: 22,
  far: 23,
} as const;
export type OperationKind = (typeof KIND)[keyof typeof KIND];

/** Words of an operation by kind, its number included; 0 where the first one behind says how many follow. */
const WORDS: Readonly<Record<OperationKind, number>> = [
  1, 2, 2, 2, 3, 2, 2, 1, 2, 0, 2, 3, 5, 1, 1, 1, 2, 4, 4, 3, 1, 0, 1, 1,
] as never;

export interface Locals {
  /** Index of the first of these words. */
  readonly first: number;
  /** Set for each that is written. */
  readonly written: readonly boolean[];
  /** They continue, in the same pattern, up to the end. */
  readonly all?: boolean;
}

/** Words that are numbers of locals, in the order in which WebAssembly's operations name them. */
export const LOCALS_OF: readonly (Locals | undefined)[] = Object.values(KIND).map((kind): Locals | undefined => {
  switch (kind) {
    case KIND.local:
    case KIND.ifAll:
      return { first: 1, written: [false] };
    case KIND.writtenLocal:
      return { first: 1, written: [true] };
    case KIND.collect:
      return { first: 1, written: [true, false, false] };
    case KIND.maskedLoop:
      return { first: 1, written: [false, true] };
    case KIND.endMasked:
      return { first: 1, written: [true, true] };
    case KIND.endLinear:
      return { first: 4, written: [true, false], all: true };
    default:
      return undefined;
  }
});

/** By number. */
export const KIND_OF: Uint8Array = new Uint8Array(NUMBERS);
/** Names for people, by number. */
export const NAME_OF: (string | undefined)[] = Array.from({ length: NUMBERS });

function name(names: Readonly<Record<string, number>>, kind: OperationKind, behind = 0): void {
  for (const [each, opcode] of Object.entries(names)) {
    KIND_OF[behind + opcode] = kind;
    NAME_OF[behind + opcode] = each;
  }
}
name(OP, KIND.plain);
name(SIMD, KIND.plain, BEHIND.simd);
name(LANE, KIND.lane, BEHIND.simd);
name(MEMORY, KIND.memory);
name(VECTOR_LOAD, KIND.memory, BEHIND.simd);
name(LANE_MEMORY, KIND.laneMemory, BEHIND.simd);
name(ATOMIC, KIND.atomic, BEHIND.atomic);

const OWN_KINDS: Readonly<Record<keyof typeof NUMBER, OperationKind>> = {
  block: KIND.block,
  loop: KIND.block,
  if: KIND.if,
  else: KIND.plain,
  end: KIND.plain,
  br: KIND.index,
  brIf: KIND.index,
  brTable: KIND.table,
  call: KIND.index,
  get: KIND.local,
  set: KIND.writtenLocal,
  tee: KIND.writtenLocal,
  i32: KIND.i32,
  i64: KIND.i64,
  vectorStore: KIND.memory,
  v128: KIND.vector,
  shuffle: KIND.vector,
  fill: KIND.fill,
  loadRegister: KIND.memory,
  storeRegister: KIND.memory,
  touch: KIND.touch,
  ifAll: KIND.ifAll,
  collect: KIND.collect,
  maskedLoop: KIND.maskedLoop,
  endMasked: KIND.endMasked,
  linearLoop: KIND.linearLoop,
  endLinear: KIND.endLinear,
  undivided: KIND.undivided,
  far: KIND.far,
};
for (const [each, kind] of Object.entries(OWN_KINDS)) name({ [each]: NUMBER[each as keyof typeof NUMBER] }, kind);

/** Words of the operation at a place of a tape, its number included. */
export function wordsAt(tape: Int32Array, at: number): number {
  return WORDS[KIND_OF[tape[at]!] as OperationKind] || 2 + tape[at + 1]!;
}
