// v_trig_preop_f64: the bits of 2 / pi that the argument reduction of a large angle multiplies with.

/** The first 1184 fraction bits of 2 / pi. */
const TWO_OVER_PI =
  0xa2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921cfe1deb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980fef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d0856033046n;
const TABLE_BITS = 1184;
/** The table is read in words of 32 bits, three at a time; a segment beyond it gives 0. */
const LAST_SHIFT = TABLE_BITS - 96 + 31;
const SEGMENT_BITS = 53;
/** Exponent fields above which the segments move with the exponent, and above which the result is scaled up. */
const MOVING = 1077;
const SCALED = 1968;
const SCALE = 128;
const CANONICAL_NAN = 0x7ff8000000000000n;

const view = new DataView(new ArrayBuffer(8));

/**
 * @param x bit pattern of an f64
 * @param segment number of the segment, low 5 bits
 * @returns bit pattern of the f64 with bits `shift` to `shift + 52` of 2 / pi, in their place (exact, or denormal and
 *   rounded to nearest)
 */
export function trigPreop(x: bigint, segment: number): bigint {
  if ((x & ((1n << 63n) - 1n)) > 0x7ff0000000000000n) return CANONICAL_NAN;
  const exponent = Number((x >> 52n) & 0x7ffn);
  const shift = (segment & 31) * SEGMENT_BITS + Math.max(0, exponent - MOVING);
  if (shift > LAST_SHIFT) return 0n;
  const bits = (TWO_OVER_PI >> BigInt(TABLE_BITS - SEGMENT_BITS - shift)) & ((1n << 53n) - 1n);
  const place = -SEGMENT_BITS - shift + (exponent >= SCALED ? SCALE : 0);
  // Two exact factors (the first product has 53 bits and is normal), so that only the last multiplication rounds.
  const half = Math.trunc(place / 2);
  view.setFloat64(0, Number(bits) * 2 ** half * 2 ** (place - half));
  return view.getBigUint64(0);
}
