// Files of records (docs/timing.md): a header, chunks of words of single wavefronts in the order in which they were
// executed, and an index of the chunks. Writer and reader hold one chunk of each wavefront in progress.

import { AtollError } from '../../util/errors.js';

/** Origin of code, as far as the compiler records it. */
export interface RecordedSource {
  readonly files: readonly { readonly name: string; readonly text?: string }[];
  /** Byte of the code from which on a line holds, number of the file, line: ascending. */
  readonly lines: readonly (readonly [offset: number, file: number, line: number])[];
}

/** Properties of a launch for a model. Plain data. */
export interface TimingRecord {
  readonly kernel: string;
  readonly isa: string;
  /** The words of its code, and the one of them that is executed first. */
  readonly code: Uint32Array;
  readonly entry: number;
  readonly vgprs: number;
  readonly sgprs: number;
  readonly ldsBytes: number;
  readonly groups: number;
  /** Of a work-group; the last ones may have fewer. */
  readonly wavefronts: number;
  /** Absent where the program was built without. */
  readonly source?: RecordedSource;
}

export const MAGIC = 'ATOLLBLK';
export const END = 'ATOLLEND';
export const VERSION = 1;
/** Magic, version, length and CRC-32 of the header. */
export const PREFIX = 8 + 3 * 4;
/** Group, wavefront, number of words, CRC-32. */
export const CHUNK_HEAD = 16;
/** Offset, group, wavefront, number of words. */
export const ENTRY = 8 + 3 * 4;
/** Offset, number and CRC-32 of the entries, and the end's magic. */
export const TRAILER = 8 + 2 * 4 + 8;
/** Words of one chunk. */
export const CHUNK_WORDS = 4096;

const HINTS = {
  read: 'create them: atoll record --blocks -o FILE -- program',
  write: 'check free space',
} as const;

export const cannot = (what: keyof typeof HINTS, file: string, error: unknown): AtollError =>
  new AtollError('HOST', `cannot ${what} the records ${file}: ${(error as Error).message}`, HINTS[what]);
