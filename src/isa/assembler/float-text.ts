// Floating-point numbers as the assembler writes them.

import { groupsOf } from '../../util/required.js';

/**
 * Decimal with a point or an exponent, hexadecimal (`0x1.8p1`), or a name (`inf`, `nan`); undefined for anything else.
 */
export function floatValue(text: string): number | undefined {
  const factor = text.startsWith('-') ? -1 : 1;
  const digits = text.replace(/^[-+]/, '').trimStart();
  if (/^(inf|infinity)$/i.test(digits)) return factor * Infinity;
  if (/^nan$/i.test(digits)) return Number.NaN;
  if (/^(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(digits)) return factor * Number(digits);
  const magnitude = hexadecimal(digits);
  return magnitude === undefined ? undefined : factor * magnitude;
}

function hexadecimal(digits: string): number | undefined {
  const match = /^0x([0-9a-f]*)\.?([0-9a-f]*)p([-+]?\d+)$/i.exec(digits);
  if (!match) return undefined;
  const [whole, fraction, exponent] = groupsOf(match, 3);
  if (whole + fraction === '') return undefined;
  return Number.parseInt(whole + fraction, 16) * 2 ** (Number(exponent) - 4 * fraction.length);
}
