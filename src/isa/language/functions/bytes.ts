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
