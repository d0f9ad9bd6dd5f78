// a * b + c in f64 with one rounding, two lanes at a time, by error-free transformations; what they cannot decide goes to
// exact arithmetic lane by lane.

import type { FunctionBuilder, Local } from './function-builder.js';
import type { SIMD } from './opcodes.js';
import type { Pair, VectorValues } from './vector-values.js';

type SimdName = keyof typeof SIMD;

/** High words of 2 ** 900, 2 ** -900 and of 2 ** 27 + 1 (low word apart). */
const SAFE_HIGH = (1023 + 900) << 20;
const SAFE_LOW = (1023 - 900) << 20;
const SPLITTER = [0x0200_0000, 0x41a0_0000, 0x0200_0000, 0x41a0_0000] as const;
const both = (high: number) => [0, high, 0, high] as const;

/** Small helpers that keep results in locals. */
class Steps {
  readonly b: FunctionBuilder;
  constructor(private readonly v: VectorValues) {
    this.b = v.b;
  }
  op(name: SimdName, x: Local, y: Local): Local {
    return this.v.keep(() => this.b.get(x).get(y).simd(name));
  }
  add = (x: Local, y: Local): Local => this.op('f64x2.add', x, y);
  sub = (x: Local, y: Local): Local => this.op('f64x2.sub', x, y);
  mul = (x: Local, y: Local): Local => this.op('f64x2.mul', x, y);
  /** What x + y loses when it is rounded to `sum`. */
  lost(x: Local, y: Local, sum: Local): Local {
    const part = this.sub(sum, x);
    return this.add(this.sub(x, this.sub(sum, part)), this.sub(y, part));
  }
  /** x as the sum of two halves with few bits. */
  split(x: Local): readonly [high: Local, low: Local] {
    const scaled = this.v.keep(() => this.b.v128(SPLITTER).get(x).simd('f64x2.mul'));
    const high = this.sub(scaled, this.sub(scaled, x));
    return [high, this.sub(x, high)];
  }
  /** Pushes |x| < 2 ** 900. */
  pushNotLarge(x: Local): void {
    this.b.get(x).simd('f64x2.abs').v128(both(SAFE_HIGH)).simd('f64x2.lt');
  }
  /** Pushes 2 ** -900 < |x|. */
  pushNotSmall(x: Local): void {
    this.b.v128(both(SAFE_LOW)).get(x).simd('f64x2.abs').simd('f64x2.lt');
  }
}

function half(v: VectorValues, a: Local, b: Local, c: Local): Local {
  const s = new Steps(v);
  const product = s.mul(a, b);
  const [ah, al] = s.split(a);
  const [bh, bl] = s.split(b);
  const top = s.sub(s.sub(s.sub(product, s.mul(ah, bh)), s.mul(al, bh)), s.mul(ah, bl));
  const low = s.sub(s.mul(al, bl), top);
  const sum = s.add(product, c);
  const error = s.lost(product, c, sum);
  const rest = s.add(low, error);
  const left = s.lost(low, error, rest);
  const result = s.add(sum, rest);
  const certain = v.keep(() => {
    for (const x of [product, a, b, c]) s.pushNotLarge(x);
    for (let n = 0; n < 3; n++) s.b.simd('v128.and');
    s.pushNotSmall(product);
    s.b.simd('v128.and');
    s.pushNotSmall(result);
    s.b.simd('v128.and');
    s.b.get(left).v128(both(0)).simd('f64x2.eq').simd('v128.and');
    s.b.get(c).v128(both(0)).simd('f64x2.eq');
    s.pushNotSmall(c);
    s.b.simd('v128.or').simd('v128.and');
  });
  s.b.get(certain).simd('v128.not').simd('v128.any_true').if();
  for (const lane of [0, 1]) {
    s.b.get(result);
    for (const x of [a, b, c]) s.b.get(x).lane('f64x2.extract_lane', lane);
    s.b.call(v.run.machine.calls.fma64).lane('f64x2.replace_lane', lane).set(result);
  }
  s.b.end();
  return result;
}

/** The sums of four lanes; NaNs are not canonical yet. */
export const fused64 = (v: VectorValues, [a, b, c]: readonly [Pair, Pair, Pair]): Pair => [
  half(v, a[0], b[0], c[0]),
  half(v, a[1], b[1], c[1]),
];
