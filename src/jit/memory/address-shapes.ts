// Properties of the addresses of four lanes: whether they are consecutive, and the address of the first one. Computed
// once in a chunk for each pair of address registers, for all instructions with this pair.

import type { Ex } from '../../isa/language/expr.js';
import type { LaneAddresses, VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';

const ALL = 15;

/** The addresses of one chunk. */
export class AddressShape {
  /** Low word of lane 0 as i32, and its whole address as i64. */
  readonly first: Local;
  readonly start: Local;
  private readonly distances: Local;
  private readonly sameHigh: Local | undefined;
  private readonly steps = new Map<number, Local>();

  constructor(
    private readonly v: VectorValues,
    readonly lanes: LaneAddresses,
  ) {
    const { b } = v;
    const { low, high } = lanes;
    this.first = b.local('i32');
    this.start = b.local('i64');
    b.get(low).lane('i32x4.extract_lane', 0).tee(this.first).op('i64.extend_i32_u');
    if (high !== undefined) {
      b.get(high).lane('i32x4.extract_lane', 0).op('i64.extend_i32_u').i64(32n).op('i64.shl').op('i64.or');
    }
    b.set(this.start);
    this.distances = v.keep(() => b.get(low).get(low).get(low).shuffle([0, 0, 0, 0]).simd('i32x4.sub'));
    if (high !== undefined) {
      this.sameHigh = v.keep(() => b.get(high).get(high).get(high).shuffle([0, 0, 0, 0]).simd('i32x4.eq'));
    }
  }

  /**
   * Branches to the label at `depth` unless every lane's address is `step` above that of the lane before it, in 32
   * bits.
   */
  leaveUnless(step: number, depth: number): void {
    this.v.b.get(this.matches(step)).i32(ALL).op('i32.ne').brIf(depth);
  }

  /** The same for equal addresses; may be used inside of a condition. */
  leaveUnlessEqual(depth: number): void {
    this.pushMatches(0);
    this.v.b.i32(ALL).op('i32.ne').brIf(depth);
  }

  /** Bits of the lanes whose address is right. Not inside of a condition. */
  matches(step: number): Local {
    let shape = this.steps.get(step);
    if (shape === undefined) {
      shape = this.v.b.local('i32');
      this.pushMatches(step);
      this.v.b.set(shape);
      this.steps.set(step, shape);
    }
    return shape;
  }

  private pushMatches(step: number): void {
    const { b } = this.v;
    b.get(this.distances);
    b.v128([0, step, 2 * step, 3 * step]).simd('i32x4.eq');
    if (this.sameHigh !== undefined) b.get(this.sameHigh).simd('v128.and');
    b.simd('i32x4.bitmask');
  }
}

/** Properties of lanes and addresses for the accesses of a run, each computed once. */
export interface LaneFacts {
  /** The properties of the addresses in two locals. Not inside of a condition. */
  shape(v: VectorValues, lanes: LaneAddresses): AddressShape;
  /** Bits of the lanes that access memory. */
  lanes(v: VectorValues, valid: Ex | undefined): Local;
}
