// gdb's letters for how values are written: `print/x a`. The bytes are what they are; a letter only says how they are
// read.

import { doubleText, floatText } from './numbers.js';
import { refuse } from './refuse.js';

const FORMATS = ['x', 'd', 'u', 'o', 't', 'f'] as const;
export type PrintFormat = (typeof FORMATS)[number];

const RADIX: Readonly<Record<'x' | 'o' | 't', readonly [number, string]>> = { x: [16, '0x'], o: [8, '0'], t: [2, ''] };

/** A scalar of 1, 2, 4 or 8 bytes; `f` of others than 4 and 8 is a signed number, as with gdb. */
export function formatted(bytes: Uint8Array, format: PrintFormat): string {
  const value = bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  if (format === 'f' && bytes.length === 4) return floatText(Number(value));
  if (format === 'f' && bytes.length === 8) return doubleText(value);
  if (format === 'u') return String(value);
  if (format === 'd' || format === 'f') return String(BigInt.asIntN(8 * bytes.length, value));
  const [radix, head] = RADIX[format];
  return value === 0n && format === 'o' ? '0' : `${head}${value.toString(radix)}`;
}

/**
 * Takes `/x` off the beginning of what follows a command. @throws AtollError BAD_INPUT for letters that are not known
 */
export function withFormat(text: string): { readonly rest: string; readonly format: PrintFormat | undefined } {
  const [, letters, rest = ''] = /^\/(\S*)\s*(.*)$/.exec(text) ?? [];
  if (letters === undefined) return { rest: text, format: undefined };
  // Sizes are those of the types.
  const format = FORMATS.find((each) => each === letters.replace(/[bhwg]$/, ''));
  if (!format) return refuse(`'/${letters}' is not supported: use /x, /d, /u, /o, /t (binary) or /f`);
  return { rest, format };
}
