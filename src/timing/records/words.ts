// Execution of a wavefront, as words of 32 bits. The code is known, so only what cannot be derived is written: the
// targets of branches, new values of EXEC, the lines of accesses. The lowest three bits are the kind of a word.

import { required } from '../../util/required.js';

export const TAG = { block: 1, exec: 2, vector: 3, lds: 4, scalar: 5 } as const;
export const TAG_NAMES: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(TAG).map(([name, tag]) => [tag, name]),
);
export const tagOf = (word: number): number => word & 7;

/** `block`: from bit 3 on the word of the code where execution continues, counted from its start. */
export const blockWord = (word: number): number => ((word << 3) | TAG.block) >>> 0;
export const blockOf = (word: number): number => word >>> 3;

/** `exec`: in bit 3 whether all lanes are on; if not, the mask follows in two words, low half first. */
export const EXEC_ALL = TAG.exec | 8;

/** Accesses: kind in bits 3 to 4, lanes in 5 to 11, dwords of a lane in 12 to 16. */
export const KIND = { load: 0, store: 1, atomic: 2 } as const;
const LANES_AT = 5;
const DWORDS_AT = 12;
const MAX_DWORDS = 31;
export const kindOf = (word: number): number => (word >>> 3) & 3;
export const lanesOf = (word: number): number => (word >>> LANES_AT) & 127;
export const dwordsOf = (word: number): number => (word >>> DWORDS_AT) & MAX_DWORDS;

/**
 * `vector` and `scalar`: in bit 17 whether the lines of 64 bytes follow one by one; if not, the first one and, where
 * there are several, the distance of neighbours follow. Their number in bits 18 to 30. `lds`: in bits 18 to 31 cycles
 * that conflicts of banks add.
 */
export const LISTED = 1 << 17;
const COUNT_AT = 18;
const LINES_MASK = 8191;
/** A record is never longer than a chunk of a file. */
export const MAX_LINES = 4000;
export const MAX_CONFLICTS = 16383;
export const countOf = (word: number): number => (word >>> COUNT_AT) & LINES_MASK;
export const conflictsOf = (word: number): number => word >>> COUNT_AT;

export const accessWord = (tag: number, kind: number, lanes: number, dwords: number, count: number): number =>
  (tag | (kind << 3) | (lanes << LANES_AT) | (Math.min(dwords, MAX_DWORDS) << DWORDS_AT) | (count << COUNT_AT)) >>> 0;

/** The distance of neighbours when all are alike and ascend or descend evenly; undefined when they do not. */
function strideOf(lines: ArrayLike<number>): number | undefined {
  const stride = lines.length > 1 ? required(lines[1], 'line') - required(lines[0], 'line') : 0;
  for (let n = 2; n < lines.length; n++)
    if (required(lines[n], 'line') - required(lines[n - 1], 'line') !== stride) return undefined;
  return stride;
}

/** The words of an access that has touched some lines. @param head with their number */
export function lineWords(head: number, lines: ArrayLike<number>): readonly number[] {
  if (lines.length === 0) return [head];
  const stride = strideOf(lines);
  if (stride === undefined) return [(head | LISTED) >>> 0, ...Array.from(lines)];
  return lines.length === 1 ? [head, required(lines[0], 'line')] : [head, required(lines[0], 'line'), stride >>> 0];
}

/** Words that follow an access's first one. */
export function followers(head: number): number {
  const count = countOf(head);
  if (count === 0) return 0;
  return (head & LISTED) !== 0 ? count : Math.min(count, 2);
}
