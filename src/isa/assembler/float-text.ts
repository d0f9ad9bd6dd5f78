// Floating-point numbers as the assembler writes them.

/**
 * Decimal with a point or an exponent, hexadecimal (`0x1.8p1`), or a name (`inf`, `nan`); undefined for anything else.
 */
export function floatValue(text: string): number | undefined {
  const [, sign, digits] = /^([-+]?)\s*(.*)$/s.exec(text)!;
  const factor = sign === '-' ? -1 : 1;
  if (/^(inf|infinity)$/i.test(digits!)) return factor * Infinity;
  if (/^nan$/i.test(digits!)) return Number.NaN;
  const hex = /^0x([0-9a-f]*)\.?([0-9a-f]*)p([-+]?\d+)$/i.exec(digits!);
  if (hex && hex[1]! + hex[2]! !== '')
    return factor * Number.parseInt(hex[1]! + hex[2]!, 16) * 2 ** (Number(hex[3]) - 4 * hex[2]!.length);
  return /^(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(digits!) ? factor * Number(digits) : undefined;
}
