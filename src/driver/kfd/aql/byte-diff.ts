// Differences between two states of the same memory, to the byte: other threads may write adjacent bytes meanwhile.

export const WORD = 8;
/** Words that are compared at once where nothing has changed. */
const BLOCK = 512;
/** Words that are carried at once. */
export const PIECE = 1 << 17;
/** Runs of bytes that are carried one by one: each costs a system call. */
const MAX_RUNS = 16;
const HALF = 4;

/** Bytes, from the first one on to before the second one. */
export type ChangedRun = readonly [start: number, end: number];

export const bytesOf = ({ buffer, byteOffset }: BigUint64Array, start: number, end: number): Uint8Array =>
  new Uint8Array(buffer, byteOffset + WORD * start, WORD * (end - start));

/** Numbers are compared faster by halves of words than as integers of any size. */
const halvesOf = ({ buffer, byteOffset, length }: BigUint64Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, (WORD / HALF) * length);

/** The first word from one on that has changed; their number where none has. */
export function nextChange(now: BigUint64Array, before: BigUint64Array, from: number): number {
  const { length } = now;
  for (let at = from; at < length; ) {
    const end = Math.min(at + BLOCK, length);
    if (Buffer.compare(bytesOf(now, at, end), bytesOf(before, at, end)) !== 0) {
      // Another kernel may change it back meanwhile.
      while (at < end && now[at] === before[at]) at++;
      if (at < end) return at;
    }
    at = end;
  }
  return length;
}

/** Behind the last word of those that have changed, without a gap. */
export function endOfChange(now: BigUint64Array, before: BigUint64Array, from: number): number {
  const [a, b] = [halvesOf(now), halvesOf(before)];
  const most = Math.min(now.length, from + PIECE);
  let at = from + 1;
  while (at < most && (a[2 * at] !== b[2 * at] || a[2 * at + 1] !== b[2 * at + 1])) at++;
  return at;
}

/** True if a byte of 32 bits is 0. */
const hasZero = (bits: number): boolean => ((bits - 0x0101_0101) & ~bits & 0x8080_8080) !== 0;
const differs = (bits: number, byte: number): boolean => ((bits >>> (8 * byte)) & 0xff) !== 0;

/** Bytes that have changed; undefined where they lie in more runs than are worth a call each. */
export function runsOf(now: BigUint64Array, before: BigUint64Array): readonly ChangedRun[] | undefined {
  const [a, b] = [halvesOf(now), halvesOf(before)];
  const runs: ChangedRun[] = [];
  let start = -1;
  for (let n = 0; n < a.length; n++) {
    const bits = a[n]! ^ b[n]!;
    if (start >= 0 && !hasZero(bits)) continue;
    for (let byte = 0; byte < HALF; byte++) {
      const at = HALF * n + byte;
      if (differs(bits, byte)) start = start < 0 ? at : start;
      else if (start >= 0) {
        if (runs.push([start, at]) > MAX_RUNS) return undefined;
        start = -1;
      }
    }
  }
  return start < 0 ? runs : [...runs, [start, HALF * a.length]];
}

/**
 * Gives a memory the bytes in which one state differs from what was known, and no others; that is known from now on.
 */
export function takeChanges(into: BigUint64Array, from: BigUint64Array, base: BigUint64Array): void {
  const [target, source, old] = [halvesOf(into), halvesOf(from), halvesOf(base)];
  const targetBytes = bytesOf(into, 0, into.length);
  const sourceBytes = bytesOf(from, 0, from.length);
  for (let n = 0; n < source.length; n++) {
    const bits = source[n]! ^ old[n]!;
    if (bits === 0) continue;
    old[n] = source[n]!;
    if (!hasZero(bits)) target[n] = source[n]!;
    else
      for (let at = HALF * n; at < HALF * (n + 1); at++)
        if (differs(bits, at - HALF * n)) targetBytes[at] = sourceBytes[at]!;
  }
}
