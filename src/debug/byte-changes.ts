// Bytes of memory that changed, and memory as text.

/** Consecutive bytes, from the first that changed to the last; gaps are shorter than a row. */
export interface ByteChange {
  readonly address: number;
  readonly bytes: Uint8Array;
}

const ROW = 16;

/**
 * Compares a range with what it was.
 *
 * @param now array that holds the range from index `at` on
 * @param address by which the result names the range's first byte
 */
export function changedBytes(before: Uint8Array, now: Uint8Array, at: number, address: number): ByteChange[] {
  const spans: { first: number; last: number }[] = [];
  for (let offset = 0; offset < before.length; offset++) {
    if (before[offset] === now[at + offset]) continue;
    const latest = spans.at(-1);
    if (latest && offset - latest.last <= ROW) latest.last = offset;
    else spans.push({ first: offset, last: offset });
  }
  return spans.map(({ first, last }) => ({
    address: address + first,
    bytes: now.slice(at + first, at + last + 1),
  }));
}

const printable = (byte: number): string => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.');

/** Rows of 16 bytes: address, bytes, characters. */
export function dumpRows({ address, bytes }: ByteChange): string[] {
  const rows: string[] = [];
  const first = Math.floor(address / ROW) * ROW;
  for (let row = first; row < address + bytes.length; row += ROW) {
    const cells = Array.from({ length: ROW }, (_, i) => bytes[row + i - address]);
    const hex = cells.map((byte) => (byte === undefined ? '  ' : byte.toString(16).padStart(2, '0'))).join(' ');
    const text = cells.map((byte) => (byte === undefined ? ' ' : printable(byte))).join('');
    rows.push(`0x${row.toString(16).padStart(8, '0')}  ${hex}  ${text.trimEnd()}`);
  }
  return rows;
}
