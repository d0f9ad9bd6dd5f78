// Small building blocks of vector code: vectors of four lanes in locals, and pairs of vectors with two f64 each.

import { required } from '../../util/required.js';
import type { FunctionBuilder, Local } from './function-builder.js';
import type { SIMD } from './opcodes.js';

export type SimdName = keyof typeof SIMD;
/** f64 of lanes 0-1 and of lanes 2-3. */
export type Doubles = readonly [low: Local, high: Local];

const view = new DataView(new ArrayBuffer(8));

export class Lanes {
  constructor(readonly b: FunctionBuilder) {}

  /** A new local with the vector that `emit` pushes. */
  keep(emit: () => void): Local {
    emit();
    const local = this.b.local('v128');
    this.b.set(local);
    return local;
  }
  op(name: SimdName, ...args: readonly Local[]): Local {
    return this.keep(() => {
      for (const arg of args) this.b.get(arg);
      this.b.simd(name);
    });
  }
  /** An operation with the same number in all lanes as its second operand. */
  with(name: SimdName, x: Local, word: number): Local {
    return this.keep(() => this.b.get(x).words(word).simd(name));
  }
  shift(name: 'i32x4.shl' | 'i32x4.shr_u' | 'i32x4.shr_s', x: Local, count: number): Local {
    return count === 0 ? x : this.keep(() => this.b.get(x).i32(count).simd(name));
  }
  words(word: number): Local {
    return this.keep(() => this.b.words(word));
  }
  /** `then` in the lanes of a mask, `otherwise` in the others. */
  choose(mask: Local, then: Local, otherwise: Local): Local {
    return this.op('v128.bitselect', then, otherwise, mask);
  }

  double(value: number): Local {
    view.setFloat64(0, value);
    const [high, low] = [view.getInt32(0), view.getInt32(4)];
    return this.keep(() => this.b.v128([low, high, low, high]));
  }
  /** The same operation on both halves; a single local stands for both. */
  both(name: SimdName, ...args: readonly (Doubles | Local)[]): Doubles {
    const half = (which: 0 | 1): Local =>
      this.op(name, ...args.map((arg) => (typeof arg === 'number' ? arg : arg[which])));
    return [half(0), half(1)];
  }
  /** Four f32 as f64. */
  widen(x: Local): Doubles {
    const upper = this.keep(() => this.b.get(x).get(x).shuffle([2, 3, 2, 3]));
    return [this.op('f64x2.promote_low_f32x4', x), this.op('f64x2.promote_low_f32x4', upper)];
  }
  /** Four conversions of f64 to something of 32 bits. */
  narrow(name: 'i32x4.trunc_sat_f64x2_s_zero' | 'f32x4.demote_f64x2_zero', [low, high]: Doubles): Local {
    return this.keep(() => this.b.get(low).simd(name).get(high).simd(name).shuffle([0, 1, 4, 5]));
  }
}

/** Emits code under the condition that the lane's bit of `lanes` (an i32) is set. */
export function whenLane(b: FunctionBuilder, lanes: Local, lane: number, emit: () => void): void {
  b.get(lanes)
    .i32(1 << lane)
    .op('i32.and')
    .if();
  emit();
  b.end();
}

export function eachLane(b: FunctionBuilder, lanes: Local, emit: (lane: number) => void): void {
  for (let lane = 0; lane < 4; lane++) whenLane(b, lanes, lane, () => emit(lane));
}

/** Pushes a lane of a vector, or (as i64) of the two vectors of 64 bits. */
export function pushLane(b: FunctionBuilder, vectors: readonly Local[], lane: number): void {
  if (vectors.length === 2) b.get(required(vectors[lane >> 1], 'vector')).lane('i64x2.extract_lane', lane & 1);
  else b.get(required(vectors[0], 'vector')).lane('i32x4.extract_lane', lane);
}

/** Puts what `push` pushes into a lane of such vectors. */
export function setLane(b: FunctionBuilder, vectors: readonly Local[], lane: number, push: () => void): void {
  const wide = vectors.length === 2;
  const vector = required(vectors[wide ? lane >> 1 : 0], 'vector');
  b.get(vector);
  push();
  b.lane(wide ? 'i64x2.replace_lane' : 'i32x4.replace_lane', wide ? lane & 1 : lane).set(vector);
}
