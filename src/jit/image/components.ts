// Components of texels, four lanes at a time: the conversions of src/emulator/image/numbers.ts for the formats that
// programs use. What is not here goes through that file itself.

import { NUM_FORMAT } from '../../emulator/image/formats.js';
import { required } from '../../util/required.js';
import { halfFromSingle, singleFromHalf } from '../floats/half-floats.js';
import type { Local } from '../wasm/function-builder.js';
import type { Lanes } from '../wasm/lanes.js';

/** Widths of which the integers are exact in f32, so that one rounding of f32 is what the conversion in f64 gives. */
const EXACT_WIDTH = 16;
const floatWord = (value: number): number => new DataView(Float32Array.of(value).buffer).getInt32(0, true);
const largest = (width: number): number => 2 ** width - 1;

type Decode = (l: Lanes, unsigned: Local, signed: () => Local, width: number) => Local;

const float = (l: Lanes, integers: Local): Local => l.op('f32x4.convert_i32x4_s', integers);
const over = (l: Lanes, x: Local, divisor: number): Local => l.with('f32x4.div', x, floatWord(divisor));
/** Steps of a signed normalized component from 0 to 1. */
const signedSteps = (width: number): number => 2 ** (width - 1) - 1 || 1;

const DECODE: Readonly<Record<number, Decode>> = {
  [NUM_FORMAT.unorm]: (l, bits, _signed, width) => over(l, float(l, bits), largest(width)),
  [NUM_FORMAT.snorm]: (l, _bits, signed, width) =>
    l.with('f32x4.max', over(l, float(l, signed()), signedSteps(width)), floatWord(-1)),
  [NUM_FORMAT.uscaled]: (l, bits) => float(l, bits),
  [NUM_FORMAT.sscaled]: (l, _bits, signed) => float(l, signed()),
  [NUM_FORMAT.uint]: (_l, bits) => bits,
  [NUM_FORMAT.sint]: (_l, _bits, signed) => signed(),
  [NUM_FORMAT.float]: (l, bits) => singleFromHalf(l, bits),
};

type Encode = (l: Lanes, value: Local, width: number) => Local;

/** A float scaled to integers: NaN gives 0, rounded to even after clamping. */
function quantize(l: Lanes, value: Local, scale: number, low: number, high: number): Local {
  const numbers = l.op('v128.and', value, l.op('f32x4.eq', value, value));
  const scaled = l.with('f32x4.mul', numbers, floatWord(scale));
  const clamped = l.with('f32x4.min', l.with('f32x4.max', scaled, floatWord(low)), floatWord(high));
  return l.op('i32x4.trunc_sat_f32x4_s', l.op('f32x4.nearest', clamped));
}

const ENCODE: Readonly<Record<number, Encode>> = {
  [NUM_FORMAT.unorm]: (l, value, width) => quantize(l, value, largest(width), 0, largest(width)),
  [NUM_FORMAT.snorm]: (l, value, width) =>
    quantize(l, value, 2 ** (width - 1) - 1, 1 - 2 ** (width - 1), 2 ** (width - 1) - 1),
  [NUM_FORMAT.uscaled]: (l, value, width) => quantize(l, value, 1, 0, largest(width)),
  [NUM_FORMAT.sscaled]: (l, value, width) => quantize(l, value, 1, -(2 ** (width - 1)), 2 ** (width - 1) - 1),
  [NUM_FORMAT.uint]: (l, value, width) => l.with('i32x4.min_u', value, largest(width)),
  [NUM_FORMAT.sint]: (l, value, width) =>
    l.with('i32x4.min_s', l.with('i32x4.max_s', value, -(2 ** (width - 1))), 2 ** (width - 1) - 1),
  [NUM_FORMAT.float]: (l, value) => halfFromSingle(l, value, true),
};

const BITS_OF_A_WORD: ReadonlySet<number> = new Set([NUM_FORMAT.uint, NUM_FORMAT.sint, NUM_FORMAT.float]);

/** True if components of a width in a number format are converted here. */
export function isConvertible(width: number, numFormat: number): boolean {
  if (width === 32) return BITS_OF_A_WORD.has(numFormat);
  if (numFormat === NUM_FORMAT.float) return width === 16;
  return width <= EXACT_WIDTH && numFormat in DECODE;
}

/** Register values of the components that lie at a bit of the raw dwords. */
export function decode(l: Lanes, raw: readonly Local[], bit: number, width: number, numFormat: number): Local {
  const word = required(raw[bit >>> 5], 'raw word');
  if (width === 32) return word;
  const low = bit & 31;
  const shifted = l.shift('i32x4.shr_u', word, low);
  const unsigned = low + width === 32 ? shifted : l.with('v128.and', shifted, largest(width));
  const signed = (): Local => l.shift('i32x4.shr_s', l.shift('i32x4.shl', word, 32 - width - low), 32 - width);
  return required(DECODE[numFormat], 'decoder of the format')(l, unsigned, signed, width);
}

/** The bits of components in their place in a raw dword. */
export function encode(l: Lanes, value: Local, bit: number, width: number, numFormat: number): Local {
  if (width === 32) return value;
  const bits = required(ENCODE[numFormat], 'encoder of the format')(l, value, width);
  return l.shift('i32x4.shl', l.with('v128.and', bits, largest(width)), bit & 31);
}
