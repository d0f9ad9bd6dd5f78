// Components of typed buffer elements as expressions: what decodeComponent of src/emulator/image/numbers.ts says, for
// the formats that programs use.

import { NUM_FORMAT } from '../../emulator/image/formats.js';
import { type Ex, f64, ops, select, u32 } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';

const DWORD = 32;
/** Widths of which all quotients are known to be right (test/jit/component-trees.test.ts). */
const WIDEST_NORMALIZED = 16;
const largest = (width: number): number => 2 ** width - 1;

/**
 * x / divisor in f32: the product with the reciprocal in f64 is far closer to the quotient than that is to where f32
 * rounds the other way.
 */
const over = (x: Ex<'f64'>, divisor: number): Ex<'f32'> => ops.f32FromF64(ops.dmul(x, f64(1 / divisor)));

/** Steps of a signed normalized component from 0 to 1. */
const signedSteps = (width: number): number => 2 ** (width - 1) - 1 || 1;

const CONVERSIONS: Readonly<Record<number, (unsigned: Ex<'u32'>, signed: Ex<'u32'>, width: number) => Ex>> = {
  [NUM_FORMAT.unorm]: (unsigned, _signed, width) => over(ops.f64FromU(unsigned), largest(width)),
  [NUM_FORMAT.snorm]: (_unsigned, signed, width) => {
    const lowest = u32(-signedSteps(width));
    return over(ops.f64FromS(select(ops.ltS(signed, lowest), lowest, signed)), signedSteps(width));
  },
  [NUM_FORMAT.uscaled]: (unsigned) => ops.f32FromU(unsigned),
  [NUM_FORMAT.sscaled]: (_unsigned, signed) => ops.f32FromS(signed),
  [NUM_FORMAT.uint]: (unsigned) => unsigned,
  [NUM_FORMAT.sint]: (_unsigned, signed) => signed,
  [NUM_FORMAT.float]: (unsigned) => ops.f32FromF16(unsigned),
};

/** True if components of a width in a number format are converted here. */
export function isConvertible(width: number, numFormat: number): boolean {
  if (numFormat === NUM_FORMAT.uint || numFormat === NUM_FORMAT.sint) return true;
  if (numFormat === NUM_FORMAT.float) return width === DWORD || width === 16;
  return width <= WIDEST_NORMALIZED && numFormat in CONVERSIONS;
}

/** The register value of the component at a bit of a dword whose higher bits are the next components. */
export function componentValue(word: Ex<'u32'>, bit: number, width: number, numFormat: number): Ex {
  if (width === DWORD) return word;
  const shifted = bit === 0 ? word : ops.shrU(word, u32(bit));
  const unsigned = bit + width === DWORD ? shifted : ops.and(shifted, u32(largest(width)));
  const raised = bit + width === DWORD ? word : ops.shl(word, u32(DWORD - width - bit));
  const signed = ops.shrS(raised, u32(DWORD - width));
  return required(CONVERSIONS[numFormat], 'conversion')(unsigned, signed, width);
}
