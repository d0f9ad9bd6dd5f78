// Sums over the bytes of two words.

const difference = (a: number, b: number, bit: number): number => Math.abs(((a >>> bit) & 0xff) - ((b >>> bit) & 0xff));
const counted = (a: number, reference: number, bit: number): number =>
  ((reference >>> bit) & 0xff) === 0 ? 0 : difference(a, reference, bit);

/** |a - b| over the bytes. */
export const byteDifferences = (a: number, b: number): number =>
  difference(a, b, 0) + difference(a, b, 8) + difference(a, b, 16) + difference(a, b, 24);

/** The same without bytes that are 0 in the reference. */
export const maskedByteDifferences = (a: number, reference: number): number =>
  counted(a, reference, 0) + counted(a, reference, 8) + counted(a, reference, 16) + counted(a, reference, 24);

/** Selects 8-11 give the sign of bytes 1, 3, 5, 7 of {a, b} eight times, 12 zero, greater ones 255. Source: "AMD Vega ISA", V_PERM_B32. */
export function permuteBytes(a: number, b: number, selects: number): number {
  const byte = (index: number): number => ((index < 4 ? b : a) >>> (8 * (index & 3))) & 0xff;
  const selected = (select: number): number => {
    if (select < 8) return byte(select);
    if (select < 12) return byte(2 * (select - 8) + 1) & 0x80 ? 0xff : 0;
    return select === 12 ? 0 : 0xff;
  };
  return [0, 8, 16, 24].reduce((bits, low) => bits | (selected((selects >>> low) & 0xff) << low), 0) >>> 0;
}
