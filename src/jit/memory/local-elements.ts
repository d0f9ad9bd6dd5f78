// The data of accesses of four lanes to LDS whose addresses are known to be good: 8, 16, 32 or 64 bits of a lane.
// Elements of 64 bits are in two vectors, lanes 0-1 and 2-3.

import { required } from '../../util/required.js';
import type { VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import type { LdsAddress } from './places.js';

const LANES = [0, 1, 2, 3] as const;

export class LocalElements {
  private readonly offset: number;
  private readonly bytes: number;

  constructor(
    private readonly v: VectorValues,
    { offset, bytes }: LdsAddress,
    private readonly locals: readonly Local[],
  ) {
    this.offset = offset;
    this.bytes = bytes;
  }

  /** The lanes follow one another from `address` on. */
  loadNear(address: Local): void {
    const { b } = this.v;
    const { bytes, offset, locals } = this;
    if (bytes < 4) {
      b.get(address).loadVector(offset, bytes === 1 ? 'v128.load32_zero' : 'v128.load64_zero');
      if (bytes === 1) b.simd('i16x8.extend_low_i8x16_u');
      b.simd('i32x4.extend_low_i16x8_u').set(required(locals[0], 'local'));
      return;
    }
    locals.forEach((local, index) => {
      b.get(address)
        .loadVector(offset + 16 * index)
        .set(local);
    });
  }

  /** All lanes read at `address`. */
  loadEqual(address: Local): void {
    const { b } = this.v;
    const { bytes, offset, locals } = this;
    b.get(address);
    if (bytes < 4) b.memory(this.narrow, offset).simd('i32x4.splat');
    else b.loadVector(offset, bytes === 8 ? 'v128.load64_splat' : 'v128.load32_splat');
    for (const local of locals.slice(1)) b.tee(local);
    b.set(required(locals[0], 'local'));
  }

  /** Each lane has its address. */
  loadFar(addresses: Local): void {
    const { b } = this.v;
    const { bytes, offset, locals } = this;
    const push = (lane: number): void => {
      b.get(addresses).lane('i32x4.extract_lane', lane);
    };
    if (bytes < 4) {
      for (const lane of LANES) {
        push(lane);
        b.memory(this.narrow, offset);
        if (lane === 0) b.simd('i32x4.splat');
        else b.lane('i32x4.replace_lane', lane);
      }
      b.set(required(locals[0], 'local'));
    } else if (bytes === 4) {
      for (const lane of [3, 2, 1, 0]) push(lane);
      b.loadVector(offset, 'v128.load32_zero');
      for (const lane of [1, 2, 3]) b.laneMemory('v128.load32_lane', lane, offset);
      b.set(required(locals[0], 'local'));
    } else {
      locals.forEach((local, half) => {
        push(2 * half + 1);
        push(2 * half);
        b.loadVector(offset, 'v128.load64_zero').laneMemory('v128.load64_lane', 1, offset).set(local);
      });
    }
  }

  /** All four lanes, one after the other from `address` on. */
  storeNear(address: Local): void {
    const { b } = this.v;
    const { bytes, offset, locals } = this;
    if (bytes < 4) {
      const [local] = locals as [Local];
      const low = LANES.flatMap((lane) => (bytes === 1 ? [4 * lane] : [4 * lane, 4 * lane + 1]));
      b.get(address).get(local).get(local);
      b.shuffleBytes([...low, ...Array.from({ length: 16 - low.length }, () => 0)]);
      b.laneMemory(bytes === 1 ? 'v128.store32_lane' : 'v128.store64_lane', 0, offset);
      return;
    }
    locals.forEach((local, index) => {
      b.get(address)
        .get(local)
        .storeVector(offset + 16 * index);
    });
  }

  /** One lane at its address. */
  storeFar(addresses: Local, lane: number): void {
    const { b } = this.v;
    const { bytes, offset, locals } = this;
    b.get(addresses).lane('i32x4.extract_lane', lane);
    if (bytes === 8) b.get(required(locals[lane >> 1], 'local')).laneMemory('v128.store64_lane', lane & 1, offset);
    else if (bytes === 4) b.get(required(locals[0], 'local')).laneMemory('v128.store32_lane', lane, offset);
    else
      b.get(required(locals[0], 'local')).laneMemory(
        bytes === 1 ? 'v128.store8_lane' : 'v128.store16_lane',
        (4 * lane) / bytes,
        offset,
      );
  }

  private get narrow(): 'i32.load8_u' | 'i32.load16_u' {
    return this.bytes === 1 ? 'i32.load8_u' : 'i32.load16_u';
  }
}
