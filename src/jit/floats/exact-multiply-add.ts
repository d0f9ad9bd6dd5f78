// a * b + c of four f32 with one rounding, denormals included, whatever the processor makes of denormal operands of
// f32: their bits become f64 as integers do. The product is exact then; the sum is rounded to odd, which keeps for the
// rounding to f32 what it loses (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums"): f64 has more
// than two bits more than twice those of a f32, and nothing here comes near the end of its exponents.

import type { Local } from '../wasm/function-builder.js';
import { type Doubles, Lanes } from '../wasm/lanes.js';
import type { ModuleBuilder } from '../wasm/module-builder.js';
import { sumToOdd } from './fma64.js';

const SIZE = 0x7fff_ffff;
const SIGN = -0x8000_0000;
const MIN_NORMAL = 0x0080_0000;
const NAN = 0x7fc0_0000;
/** The smallest f32. */
const UNIT = 2 ** -149;

/** The number that each f32 is, in f64. */
function numbersOf(l: Lanes, x: Local): Doubles {
  const { b } = l;
  const size = l.with('v128.and', x, SIZE);
  const small = l.with('i32x4.lt_s', size, MIN_NORMAL);
  const zero = l.words(0);
  const sign = l.with('v128.and', x, SIGN);
  const [unit, normal] = [l.double(UNIT), l.widen(x)];
  const half = (which: 0 | 1): Local => {
    const [first, second] = [2 * which, 2 * which + 1];
    const units = l.keep(() => b.get(size).get(size).shuffle([first, second, first, second]));
    const length = l.op('f64x2.mul', l.op('f64x2.convert_low_i32x4_u', units), unit);
    const signed = l.op(
      'v128.or',
      length,
      l.keep(() => b.get(sign).get(zero).shuffle([4, first, 4, second])),
    );
    const mask = l.keep(() => b.get(small).get(small).shuffle([first, first, second, second]));
    return l.choose(mask, signed, normal[which]);
  };
  return [half(0), half(1)];
}

/** Defines the function: (a, b, c) -> a * b + c rounded to nearest even; a NaN is the canonical one. */
export function defineExactMultiplyAdd(module: ModuleBuilder): number {
  const { index, builder: b } = module.define({ params: ['v128', 'v128', 'v128'], results: ['v128'] });
  const l = new Lanes(b);
  const [x, y, z] = [0, 1, 2].map((parameter) => numbersOf(l, parameter)) as [Doubles, Doubles, Doubles];
  const products = l.both('f64x2.mul', x, y);
  const sums: Doubles = [sumToOdd(l, products[0], z[0]), sumToOdd(l, products[1], z[1])];
  const result = l.narrow('f32x4.demote_f64x2_zero', sums);
  b.get(l.choose(l.op('f32x4.eq', result, result), result, l.words(NAN)));
  return index;
}
