// The printf table of a program as PROGRAM_READ gives it: {u32 id, u32 count, u32 sizes[count], u32 length, bytes}
// each.

import type { PrintfFormat } from '../../launch/image.js';

/** Little-endian, formats one after another without padding. */
export function encodePrintfTable(formats: readonly PrintfFormat[]): Uint8Array {
  const parts = formats.map(({ id, sizes, format }) => {
    const text = Buffer.from(format, 'utf8');
    const head = Uint32Array.of(id, sizes.length, ...sizes, text.length);
    return Buffer.concat([Buffer.from(head.buffer), text]);
  });
  return Buffer.concat(parts);
}
