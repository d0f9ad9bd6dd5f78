// 1 / sqrt(x) of f64 rounded to nearest, two lanes at a time: an approximation is corrected by a step of Newton's
// method. Where the corrected number is near to the middle of two f64, the sign of x * middle ** 2 - 1 decides, which
// is computed exactly as a sum of numbers.

import { required } from '../../util/required.js';
import type { VectorFunction, VectorPair, VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { Lanes } from '../wasm/lanes.js';
import { FloatSteps } from './fma64.js';
import { isExact, roundingOf } from './rounding-arguments.js';

/** Half of the distance between numbers from 1/2 to 1. */
const HALF_UNIT = 2 ** -54;
/** Results are surely right if they are further away from the middle: errors are below 2 ** -100. */
const DOUBT = 2 ** -84;
const INFINITY_HIGH = 0x7ff0_0000;
/** Factor that makes subnormal numbers normal, and half of its exponent in the place of an exponent. */
const [SCALE, HALF_SCALE_HIGH] = [2 ** 108, 54 << 20] as const;

/** Steps of one vector of two numbers. */
class RootSteps extends FloatSteps {
  readonly l: Lanes;

  constructor(
    private readonly values: VectorValues,
    private readonly fused = values.run.machine.options.fused,
  ) {
    super(values);
    this.l = new Lanes(values.b);
  }

  number(value: number): Local {
    return this.l.double(value);
  }
  pair(low: number, high: number): Local {
    return this.keep(() => this.b.v128([low, high, low, high]));
  }
  negated = (x: Local): Local => this.op('v128.xor', x, this.number(-0));
  choose(mask: Local, then: Local, otherwise: Local): Local {
    return this.l.choose(mask, then, otherwise);
  }

  /** Rounding error of x * y. */
  private rest(x: Local, y: Local, product: Local): Local {
    if (this.fused) return this.keep(() => this.b.get(x).get(y).get(this.negated(product)).simd('f64x2.relaxed_madd'));
    const [[xh, xl], [yh, yl]] = [this.split(x), this.split(y)];
    const top = this.sub(this.sub(this.sub(product, this.mul(xh, yh)), this.mul(xl, yh)), this.mul(xh, yl));
    return this.sub(this.mul(xl, yl), top);
  }
  /** x * y as the sum of two numbers. */
  product(x: Local, y: Local): readonly [Local, Local] {
    const product = this.mul(x, y);
    return [product, this.rest(x, y, product)];
  }

  /** The root of m, which is 1 to 4, and what was lost by the last rounding. */
  corrected(m: Local): readonly [root: Local, lost: Local] {
    const one = this.number(1);
    const y = this.op('f64x2.div', one, this.l.op('f64x2.sqrt', m));
    const [square, squareRest] = this.product(y, y);
    const [q, rest] = this.product(m, square);
    const error = this.sub(this.sub(this.sub(one, q), rest), this.mul(m, squareRest));
    const series = this.add(this.mul(error, this.number(0.375)), this.number(0.5));
    const step = this.mul(this.mul(y, error), series);
    const root = this.add(y, step);
    return [root, this.sub(step, this.sub(root, y))];
  }

  /** The sign of m * (root + half) ** 2 - 1, of numbers whose sum it is. */
  private distance(m: Local, root: Local, half: Local): Local {
    const [square, squareRest] = this.product(root, root);
    const [first, firstRest] = this.product(m, square);
    const [second, secondRest] = this.product(m, squareRest);
    const twice = this.add(half, half);
    const [third, thirdRest] = this.product(m, this.mul(root, twice));
    const last = this.mul(m, this.mul(half, half));
    const near = this.sub(first, this.number(1));
    return this.sum([near, firstRest, second, third, secondRest, thirdRest, last]);
  }

  /** Each pass leaves in front what the sums lose: so much is exact that the sign is right. */
  private sum(terms: readonly Local[]): Local {
    let parts = terms;
    for (let pass = 0; pass < 4; pass++) {
      const losses: Local[] = [];
      const total = parts.reduce((before, term) => {
        const sum = this.add(before, term);
        losses.push(this.lost(before, term, sum));
        return sum;
      });
      parts = [...losses, total];
    }
    return parts.reduce((total, term) => this.add(total, term));
  }

  /** The root rounded to nearest, of m that is 1 to 4. */
  root(m: Local): Local {
    const { b } = this;
    const [root, lost] = this.corrected(m);
    const size = this.l.op('f64x2.abs', lost);
    const offset = this.l.op('f64x2.abs', this.sub(size, this.number(HALF_UNIT)));
    const isDoubtful = this.op('f64x2.lt', offset, this.number(DOUBT));
    const result = this.keep(() => b.get(root));
    b.get(isDoubtful).simd('v128.any_true').if();
    this.values.run.detour(() => {
      const sign = this.op('v128.and', lost, this.number(-0));
      const half = this.op('v128.or', sign, this.number(HALF_UNIT));
      const distance = this.distance(m, root, half);
      // The root is beyond the middle where the distance has the other sign than `half`.
      const isOther = this.keep(() => b.get(distance).get(half).simd('v128.xor').i32(63).simd('i64x2.shr_s'));
      const isBeyond = this.op('v128.and', isOther, isDoubtful);
      const step = this.keep(() => b.get(half).i32(63).simd('i64x2.shr_s').get(this.pair(1, 0)).simd('v128.or'));
      b.get(this.op('i64x2.add', root, this.op('v128.and', step, isBeyond))).set(result);
    });
    b.end();
    return result;
  }

  /** 1 / sqrt(x) for all numbers; the bits of a NaN made quiet. */
  reciprocalRoot(x: Local): Local {
    const { b } = this;
    const isSmall = this.op(
      'f64x2.lt',
      x,
      this.keep(() => b.v128([0, 0x10_0000, 0, 0x10_0000])),
    );
    const scaled = this.choose(isSmall, this.mul(x, this.number(SCALE)), x);
    // Half of the exponent, rounded down, in the place of an exponent.
    const shifted = this.keep(() =>
      b.get(scaled).get(this.pair(0, 0x3ff0_0000)).simd('i64x2.sub').i32(53).simd('i64x2.shr_s'),
    );
    const half = this.keep(() => b.get(shifted).i32(52).simd('i64x2.shl'));
    const m = this.op('i64x2.sub', scaled, this.op('i64x2.add', half, half));
    const unscaled = this.op('i64x2.sub', this.root(m), half);
    const back = this.op('v128.and', isSmall, this.pair(0, HALF_SCALE_HIGH));
    const normal = this.op('i64x2.add', unscaled, back);
    const zero = this.number(0);
    const sign = this.op('v128.and', x, this.number(-0));
    const isZero = this.op('f64x2.eq', x, zero);
    const infinity = this.pair(0, INFINITY_HIGH);
    const positive = this.choose(this.op('f64x2.eq', x, infinity), zero, normal);
    const number = this.choose(isZero, this.op('v128.or', infinity, sign), positive);
    const negative = this.choose(this.op('f64x2.lt', x, zero), this.pair(0, 0x7ff8_0000), number);
    const nan = this.op('v128.or', x, this.pair(0, 0x8_0000));
    return this.choose(this.op('f64x2.ne', x, x), nan, negative);
  }
}

/** Of f64, to nearest. */
export const RECIPROCAL_ROOT_64: VectorFunction = {
  fits: (args, mode) => {
    const rounding = roundingOf(args);
    return isExact(mode) && rounding?.format === 2 && rounding.direction === 0 && !rounding.flushes;
  },
  wide: (v, [x]): VectorPair => {
    const pair = v.pair(required(x, 'operand'));
    return [new RootSteps(v).reciprocalRoot(pair[0]), new RootSteps(v).reciprocalRoot(pair[1])];
  },
};
