// The parts of a file of a device's requests (docs/device-recordings.md), and what they have to look like.

import { z } from 'zod';
import { printableName } from '../util/printable.js';

export const MAGIC = 'ATOLLDEV';
export const VERSION = 1;
/** Magic, version, zero. */
export const PREFIX = 16;
/** Bytes of the head, bytes of the data, CRC-32 of both. */
export const FRAME = 12;
export const HEAD_LIMIT = 2 ** 20;
/** Bytes of memory that one call may carry. */
export const DATA_LIMIT = 2 ** 28;
/** Offset in the mapping (8), bytes (4). */
export const RUN = 12;

const count = z.int().min(0);
const word = count.max(0xffff_ffff);
const bytes = count.max(DATA_LIMIT);
/** Names are shown. */
const name = z.string().transform(printableName);
const wide = z.string().regex(/^\d{1,20}$/);

const NODE = z.object({
  is: z.literal('node'),
  node: count,
  path: z.string().refine((path) => printableName(path) === path, 'a path with control characters'),
  type: z.enum(['character', 'block', 'file']),
  major: word,
  minor: word,
});

/** Memory of the program that a call names. */
const AREA = z.object({
  /** Role of the memory in the call: `argument`, `data`, `source`, ... */
  name,
  length: bytes,
  /** Direction: to the device (before) or from it (after). */
  when: z.enum(['before', 'after']),
  /**
   * Bytes that are not compared: addresses of the program, and before the call what it has not written. Pairs of offset
   * and length.
   */
  masked: z.array(bytes).optional(),
});

/** Changes of memory that is mapped from the device. */
const CHANGE = z.object({
  mapping: count,
  when: z.enum(['before', 'after']),
  runs: count,
  /** Of runs and contents in the data. */
  bytes,
});

const CALL = z.object({
  is: z.literal('call'),
  thread: count,
  process: count,
  node: count,
  /** Number of the open that returned the file, from 1 on; 0 for an open that failed. */
  file: count,
  name,
  result: z.int(),
  /** Of an ioctl. */
  request: word.optional(),
  /** Of an open, or a mapping. */
  flags: count.optional(),
  protection: count.optional(),
  /** Bytes, or descriptors of a poll. */
  count: count.optional(),
  /** Of a file; lseek's, and the argument of a request that is no address. */
  offset: wide.optional(),
  /** Of lseek, or futex's operation. */
  how: count.optional(),
  mapping: count.optional(),
  /** Set if its structure is unknown: memory that it points to is not here. */
  opaque: z.boolean().optional(),
  areas: z.array(AREA),
  changes: z.array(CHANGE),
});

const END = z.object({ is: z.literal('end'), calls: count, status: z.int(), signal: name.optional() });

export const HEAD = z.discriminatedUnion('is', [
  NODE.extend({ packed: bytes.optional() }),
  CALL.extend({ packed: bytes.optional() }),
  END.extend({ packed: bytes.optional() }),
]);

export type Node = z.infer<typeof NODE>;
export type Area = z.infer<typeof AREA>;
export type MemoryChange = z.infer<typeof CHANGE>;
export type CallRecord = z.infer<typeof CALL>;
export type End = z.infer<typeof END>;
export type CallHead = Node | CallRecord | End;

/** Bytes that a call's data has. */
export const dataBytes = ({ areas, changes }: CallRecord): number =>
  areas.reduce((sum, { length }) => sum + length, 0) + changes.reduce((sum, change) => sum + change.bytes, 0);

/** A piece of memory that has other contents than before. */
export interface ByteRun {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export function packRuns(runs: readonly ByteRun[]): Buffer {
  const packed = Buffer.alloc(runs.reduce((sum, run) => sum + RUN + run.bytes.length, 0));
  let at = 0;
  for (const { offset, bytes } of runs) {
    packed.writeBigUInt64LE(BigInt(offset), at);
    packed.writeUInt32LE(bytes.length, at + 8);
    packed.set(bytes, at + RUN);
    at += RUN + bytes.length;
  }
  return packed;
}

/** @throws Error when the bytes are no such list */
export function unpackRuns(packed: Buffer, runs: number): ByteRun[] {
  const list: ByteRun[] = [];
  let at = 0;
  while (list.length < runs) {
    if (at + RUN > packed.length) throw new Error('a change of memory ends too early');
    const offset = Number(packed.readBigUInt64LE(at));
    const length = packed.readUInt32LE(at + 8);
    at += RUN;
    if (at + length > packed.length || !Number.isSafeInteger(offset))
      throw new Error('a change of memory ends too early');
    list.push({ offset, bytes: packed.subarray(at, at + length) });
    at += length;
  }
  if (at !== packed.length) throw new Error('a change of memory has more bytes than runs');
  return list;
}
