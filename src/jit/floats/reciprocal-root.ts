// 1 / sqrt(x) of four f32, rounded correctly. With the processor's fused multiply-add a quotient of a root, which is
// off by a unit in the last place at most, is corrected by one step of Newton's method; else it is computed in f64.

import type { Local } from '../wasm/function-builder.js';
import type { Lanes } from '../wasm/lanes.js';

const ONE32 = 0x3f80_0000;
const SIGN32 = -0x8000_0000;
const HALF32 = 0x3f00_0000;
const THREE_EIGHTHS32 = 0x3ec0_0000;

/**
 * With y near x ** -0.5 and e = 1 - x y y the root is y + y e (1/2 + 3/8 e + ...). x y is kept as a sum of two numbers,
 * so that e is nearly exact. That the sum rounds to the right number is known from all significands
 * (test/jit/reciprocal-root.test.ts); exponents that are even only scale it.
 */
export function fusedReciprocalRoot(l: Lanes, x: Local): Local {
  const { b } = l;
  const madd = (p: Local, q: Local, r: Local): Local => l.op('f32x4.relaxed_madd', p, q, r);
  const root = l.op('f32x4.sqrt', x);
  const y = l.keep(() => b.words(ONE32).get(root).simd('f32x4.div'));
  const minusX = l.with('v128.xor', x, SIGN32);
  const product = l.op('f32x4.mul', x, y);
  const minusRest = madd(minusX, y, product);
  const minusProduct = l.with('v128.xor', product, SIGN32);
  const e = madd(minusRest, y, madd(minusProduct, y, l.words(ONE32)));
  const series = madd(e, l.words(THREE_EIGHTHS32), l.words(HALF32));
  const corrected = madd(l.op('f32x4.mul', y, e), series, y);
  // Of zeros and infinities the quotient is right, and the product is none.
  return l.choose(l.op('f32x4.eq', corrected, corrected), corrected, y);
}

export function reciprocalRootByDoubles(l: Lanes, x: Local): Local {
  const one = l.double(1);
  return l.narrow('f32x4.demote_f64x2_zero', l.both('f64x2.div', one, l.both('f64x2.sqrt', l.widen(x))));
}
