// Quotients, reciprocals and square roots on bit patterns, by the host's IEEE 754 division and square root.

const view = new DataView(new ArrayBuffer(8));
const CANONICAL_NAN_32 = 0x7fc00000;
const CANONICAL_NAN_64 = 0x7ff8000000000000n;

const floatOf = (bits: number): number => {
  view.setUint32(0, bits);
  return view.getFloat32(0);
};
/** Rounds to f32. */
const bitsOfFloat = (value: number): number => {
  if (Number.isNaN(value)) return CANONICAL_NAN_32;
  view.setFloat32(0, value);
  return view.getUint32(0);
};
const doubleOf = (bits: bigint): number => {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
};
const bitsOfDouble = (value: number): bigint => {
  if (Number.isNaN(value)) return CANONICAL_NAN_64;
  view.setFloat64(0, value);
  return view.getBigUint64(0);
};

// f64 has more than twice the precision of f32, so rounding a quotient or root twice gives the correctly rounded f32.

export const quotient32 = (x: number, y: number): number => bitsOfFloat(floatOf(x) / floatOf(y));
export const reciprocal32 = (x: number): number => bitsOfFloat(1 / floatOf(x));
export const root32 = (x: number): number => bitsOfFloat(Math.sqrt(floatOf(x)));
export const reciprocalRoot32 = (x: number): number => bitsOfFloat(1 / Math.sqrt(floatOf(x)));

export const quotient64 = (x: bigint, y: bigint): bigint => bitsOfDouble(doubleOf(x) / doubleOf(y));
export const reciprocal64 = (x: bigint): bigint => bitsOfDouble(1 / doubleOf(x));
export const root64 = (x: bigint): bigint => bitsOfDouble(Math.sqrt(doubleOf(x)));
export const reciprocalRoot64 = (x: bigint): bigint => bitsOfDouble(1 / Math.sqrt(doubleOf(x)));
