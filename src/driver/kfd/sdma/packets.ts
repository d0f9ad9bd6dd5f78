// Packets of a copy engine (SDMA 4, that of gfx9): words in a ring. Source: the public headers of Linux' amdgpu driver
// (vega10_sdma_pkt_open.h) and of the HSA runtime (sdma_registers.h).

import { required } from '../../../util/required.js';

export const Opcode = {
  NOP: 0,
  COPY: 1,
  FENCE: 5,
  TRAP: 6,
  POLL: 8,
  ATOMIC: 10,
  FILL: 11,
  TIMESTAMP: 13,
} as const;

export const CopyKind = { LINEAR: 0, RECTANGLE: 4 } as const;
/** Of a poll: memory or a register is looked at, or what hosts have written is waited for. */
export const PollKind = { POLL: 0 } as const;
export const TimestampKind = { GET_GLOBAL: 2 } as const;
/** Of an atomic packet. */
export const ADD_64 = 47;
/** Comparison of a poll. */
export const EQUAL = 3;

/** Words of a packet, by what its first word says; undefined for one that is not known. */
export function wordsOf(header: number): number | undefined {
  const kind = (header >>> 8) & 0xff;
  switch (header & 0xff) {
    case Opcode.NOP:
      // Words that are left out.
      return 1 + ((header >>> 16) & 0x3fff);
    case Opcode.COPY:
      return kind === CopyKind.LINEAR ? 7 : kind === CopyKind.RECTANGLE ? 13 : undefined;
    case Opcode.FENCE:
      return 4;
    case Opcode.TRAP:
      return 2;
    case Opcode.POLL:
      return kind === PollKind.POLL ? 6 : undefined;
    case Opcode.ATOMIC:
      return 8;
    case Opcode.FILL:
      return 5;
    case Opcode.TIMESTAMP:
      return kind === TimestampKind.GET_GLOBAL ? 3 : undefined;
    default:
      return undefined;
  }
}

/** A packet's words, unsigned. */
export type Packet = Uint32Array;

/** A word of a packet that has as many words as its kind (wordsOf). */
export const wordIn = (packet: Packet, word: number): number => required(packet[word], 'word of the packet');
/** Opcode of the packet. */
export const opcodeOf = (packet: Packet): number => wordIn(packet, 0) & 0xff;
/** Kind of a packet within its opcode. */
export const kindOf = (packet: Packet): number => (wordIn(packet, 0) >>> 8) & 0xff;

export const address = (packet: Packet, word: number): bigint =>
  BigInt(wordIn(packet, word)) | (BigInt(wordIn(packet, word + 1)) << 32n);

/** Counts are one less than what is meant. */
const COUNT = 0x3f_ffff;

export interface LinearCopy {
  readonly bytes: number;
  readonly from: bigint;
  readonly to: bigint;
}

export const linearCopy = (packet: Packet): LinearCopy => ({
  bytes: (wordIn(packet, 1) & COUNT) + 1,
  from: address(packet, 3),
  to: address(packet, 5),
});

/** One side of a copied box: where it begins, and the bytes from a row and from a slice to the next one. */
export interface BoxSide {
  readonly start: bigint;
  readonly row: number;
  readonly slice: number;
}

export interface BoxCopy {
  /** Bytes of a row, rows, slices. */
  readonly size: readonly [number, number, number];
  readonly from: BoxSide;
  readonly to: BoxSide;
}

function side(packet: Packet, word: number, unit: number): BoxSide {
  const offsets = wordIn(packet, word + 2);
  const third = wordIn(packet, word + 3);
  const row = ((third >>> 13) + 1) * unit;
  const slice = ((wordIn(packet, word + 4) & 0xfff_ffff) + 1) * unit;
  const start = (offsets & 0x3fff) * unit + ((offsets >>> 16) & 0x3fff) * row + (third & 0x7ff) * slice;
  return { start: address(packet, word) + BigInt(start), row, slice };
}

export function boxCopy(packet: Packet): BoxCopy {
  // Elements of 1 to 16 bytes.
  const unit = 1 << (wordIn(packet, 0) >>> 29);
  const plane = wordIn(packet, 11);
  const size = [
    ((plane & 0x3fff) + 1) * unit,
    ((plane >>> 16) & 0x3fff) + 1,
    (wordIn(packet, 12) & 0x7ff) + 1,
  ] as const;
  return { size, from: side(packet, 1, unit), to: side(packet, 6, unit) };
}

export const fill = (packet: Packet) => ({
  to: address(packet, 1),
  value: wordIn(packet, 3),
  bytes: (wordIn(packet, 4) & COUNT) + 1,
});
/** Bits that name the bytes of what is filled in. */
export const fillUnit = (packet: Packet): number => 1 << (wordIn(packet, 0) >>> 30);

export const atomicOperation = (packet: Packet): number => wordIn(packet, 0) >>> 25;
export const poll = (packet: Packet) => ({
  ofMemory: wordIn(packet, 0) >>> 31 === 1,
  comparison: (wordIn(packet, 0) >>> 28) & 7,
  at: address(packet, 1),
  value: wordIn(packet, 3),
  mask: wordIn(packet, 4),
});
export const trapContext = (packet: Packet): number => wordIn(packet, 1) & 0xfff_ffff;
