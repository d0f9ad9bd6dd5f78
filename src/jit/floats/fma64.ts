// a * b + c in f64 with one rounding, two lanes at a time, by error-free transformations; lanes near the limits of
// exponents go to exact arithmetic one by one. The same steps as `tryFma64` of the interpreter's arithmetic.ts.

import type { VectorPair, VectorValues } from '../vector/vector-values.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import type { SIMD } from '../wasm/opcodes.js';

type SimdName = keyof typeof SIMD;

/** High words of 2 ** 900, 2 ** -900 and of 2 ** 27 + 1 (low word apart). */
const SAFE_HIGH = (1023 + 900) << 20;
const SAFE_LOW = (1023 - 900) << 20;
const SPLITTER = [0x0200_0000, 0x41a0_0000, 0x0200_0000, 0x41a0_0000] as const;
const ONE = [1, 0, 1, 0] as const;
const both = (high: number) => [0, high, 0, high] as const;

/** Small helpers that keep results in locals. */
export class FloatSteps {
  readonly b: FunctionBuilder;
  constructor(private readonly v: Pick<VectorValues, 'b' | 'keep'>) {
    this.b = v.b;
  }
  keep(emit: () => void): Local {
    return this.v.keep(emit);
  }
  op(name: SimdName, x: Local, y: Local): Local {
    return this.v.keep(() => this.b.get(x).get(y).simd(name));
  }
  add = (x: Local, y: Local): Local => this.op('f64x2.add', x, y);
  sub = (x: Local, y: Local): Local => this.op('f64x2.sub', x, y);
  mul = (x: Local, y: Local): Local => this.op('f64x2.mul', x, y);
  /** Rounding error of x + y, given its rounded `sum`. */
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

/** x + y; where no f64 equals a finite sum, the one of its two neighbours that has an odd significand. */
export function sumToOdd(v: Pick<VectorValues, 'b' | 'keep'>, x: Local, y: Local): Local {
  const s = new FloatSteps(v);
  const { b } = s;
  const sum = s.add(x, y);
  const error = s.lost(x, y, sum);
  // -1 where the error points toward zero, +1 where it points away from it.
  const step = s.keep(() =>
    b.get(error).get(sum).simd('v128.xor').i32(63).simd('i64x2.shr_s').v128(ONE).simd('v128.or'),
  );
  // The error of a sum that is not finite is NaN.
  const inexact = s.keep(() => b.v128(both(0)).get(error).simd('f64x2.abs').simd('f64x2.lt'));
  const even = s.keep(() => b.get(sum).v128(ONE).simd('v128.and').v128(both(0)).simd('i64x2.eq'));
  return s.op('i64x2.add', sum, s.op('v128.and', step, s.op('v128.and', inexact, even)));
}

/** Pushes whether the steps of `half` are exact for a lane: nothing overflows, and the product does not underflow. */
function pushCertain(s: FloatSteps, a: Local, b: Local, c: Local, product: Local): void {
  for (const x of [product, a, b, c]) s.pushNotLarge(x);
  for (let n = 0; n < 3; n++) s.b.simd('v128.and');
  s.pushNotSmall(product);
  for (const factor of [a, b]) s.b.get(factor).v128(both(0)).simd('f64x2.eq').simd('v128.or');
  s.b.simd('v128.and');
}

function half(v: VectorValues, which: 0 | 1, a: Local, b: Local, c: Local): Local {
  if (v.run.machine.options.fused) return v.keep(() => v.b.get(a).get(b).get(c).simd('f64x2.relaxed_madd'));
  const s = new FloatSteps(v);
  const product = s.mul(a, b);
  const [ah, al] = s.split(a);
  const [bh, bl] = s.split(b);
  const top = s.sub(s.sub(s.sub(product, s.mul(ah, bh)), s.mul(al, bh)), s.mul(ah, bl));
  const low = s.sub(s.mul(al, bl), top);
  const small = s.add(c, low);
  const smallRest = s.lost(c, low, small);
  const sum = s.add(product, small);
  const sumRest = s.lost(product, small, sum);
  const whole = s.add(sum, sumToOdd(v, smallRest, sumRest));
  // A product of 0 decides about the sign of a sum of 0, which the steps above lose.
  const isZero = s.keep(() => s.b.get(product).v128(both(0)).simd('f64x2.eq'));
  const result = s.keep(() => s.b.get(s.add(product, c)).get(whole).get(isZero).simd('v128.bitselect'));
  const certain = s.keep(() => pushCertain(s, a, b, c, product));
  s.b.get(certain).simd('i64x2.all_true').op('i32.eqz').if();
  v.run.detour(() => setExactLanes(v, which, certain, result, [a, b, c]));
  s.b.end();
  return result;
}

/** The exact sums of active lanes that are not certain. */
function setExactLanes(v: VectorValues, which: 0 | 1, certain: Local, result: Local, operands: readonly Local[]): void {
  const { b } = v;
  for (const lane of [0, 1]) {
    // Inactive lanes do not need the call.
    b.get(certain).lane('i64x2.extract_lane', lane).op('i64.eqz');
    b.get(v.run.active)
      .i32(1 << (2 * which + lane))
      .op('i32.and')
      .i32(0)
      .op('i32.ne')
      .op('i32.and')
      .if()
      .get(result);
    for (const x of operands) b.get(x).lane('f64x2.extract_lane', lane);
    b.call(v.run.machine.calls.fma64).lane('f64x2.replace_lane', lane).set(result).end();
  }
}

/** The sums of four lanes; NaNs are not canonical yet. */
export const fused64 = (v: VectorValues, [a, b, c]: readonly [VectorPair, VectorPair, VectorPair]): VectorPair => [
  half(v, 0, a[0], b[0], c[0]),
  half(v, 1, a[1], b[1], c[1]),
];
