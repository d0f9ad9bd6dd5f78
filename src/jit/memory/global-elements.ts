// The data of accesses of four lanes whose addresses are known to be good: 8 or 16 bits of a lane, or 1, 2 or 4 dwords.

import { required } from '../../util/required.js';
import type { VectorValues } from '../vector/vector-values.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import type { LANE_MEMORY, MEMORY } from '../wasm/opcodes.js';
import { interleave, separate, transpose } from '../wasm/transpose.js';
import { accessing, type GpuPlace, pushPlace } from './gpu-place.js';

const LANES = [0, 1, 2, 3] as const;

export class GlobalElements {
  /**
   * @param bits of one element
   * @param distance bytes from an address to the first element
   * @param locals where the elements are or go, one vector for each
   */
  constructor(
    private readonly v: VectorValues,
    private readonly bits: 8 | 16 | 32,
    private readonly distance: number,
    private readonly locals: readonly Local[],
  ) {}

  /** The same access with other locals. */
  into(locals: readonly Local[]): GlobalElements {
    return new GlobalElements(this.v, this.bits, this.distance, locals);
  }

  /** Several dwords of a lane are one access for hardware: none of them may be older than another. */
  private dwords(place: GpuPlace): FunctionBuilder {
    const b = accessing(this.v.b, place);
    return this.locals.length > 1 ? b.undivided() : b;
  }

  private set(values: readonly Local[]): void {
    values.forEach((value, index) => {
      this.v.b.get(value).set(required(this.locals[index], 'local'));
    });
  }

  /** The lanes follow one another from `base` on. */
  loadNear(base: GpuPlace): void {
    const { v, distance, locals } = this;
    const { b } = v;
    const [first] = locals as [Local];
    if (this.bits === 8) {
      pushPlace(b, base);
      accessing(b, base).loadVector(distance, 'v128.load32_zero');
      b.simd('i16x8.extend_low_i8x16_u').simd('i32x4.extend_low_i16x8_u').set(first);
      return;
    }
    if (this.bits === 16) {
      pushPlace(b, base);
      accessing(b, base).loadVector(distance, 'v128.load64_zero').simd('i32x4.extend_low_i16x8_u').set(first);
      return;
    }
    const rows = locals.map((_, row) =>
      v.keep(() => {
        pushPlace(b, base);
        this.dwords(base).loadVector(distance + 16 * row);
      }),
    );
    if (rows.length === 4) this.set(transpose(v, rows));
    else if (rows.length === 2) this.set(separate(v, required(rows[0], 'row'), required(rows[1], 'row')));
    else if (rows.length === 1) this.set(rows);
    else throw new RangeError(`${rows.length} dwords of a lane`);
  }

  /** All lanes read at `base`: two dwords at once, as hardware does, so that none of them is older than the other. */
  loadEqual(base: GpuPlace): void {
    const { v, bits, distance, locals } = this;
    const { b } = v;
    if (bits < 32) {
      pushPlace(b, base);
      accessing(b, base).memory(this.narrow, distance).simd('i32x4.splat').set(required(locals[0], 'local'));
      return;
    }
    if (locals.length === 1) {
      pushPlace(b, base);
      accessing(b, base).loadVector(distance, 'v128.load32_splat').set(required(locals[0], 'local'));
      return;
    }
    const whole = v.keep(() => {
      pushPlace(b, base);
      this.dwords(base).loadVector(distance, locals.length === 2 ? 'v128.load64_splat' : 'v128.load');
    });
    for (const [dword, local] of locals.entries())
      b.get(whole).get(whole).shuffle([dword, dword, dword, dword]).set(local);
  }

  private get narrow(): keyof typeof MEMORY {
    return this.bits === 8 ? 'i32.load8_u' : 'i32.load16_u';
  }

  /** Each lane has an address, `distance` in it. */
  loadFar(addresses: readonly Local[]): void {
    const { v, locals } = this;
    const { b } = v;
    if (locals.length === 4) {
      this.set(
        transpose(
          v,
          addresses.map((address) =>
            v.keep(() => {
              pushPlace(b, address);
              accessing(b, address).undivided().loadVector();
            }),
          ),
        ),
      );
      return;
    }
    if (locals.length === 2) {
      const pair = (one: Local, two: Local): Local =>
        v.keep(() => {
          pushPlace(b, two);
          pushPlace(b, one);
          accessing(b, one).undivided().loadVector(0, 'v128.load64_zero');
          accessing(b, two).undivided().laneMemory('v128.load64_lane', 1);
        });
      this.set(
        separate(
          v,
          pair(required(addresses[0], 'address'), required(addresses[1], 'address')),
          pair(required(addresses[2], 'address'), required(addresses[3], 'address')),
        ),
      );
      return;
    }
    this.gather(addresses);
  }

  private gather(addresses: readonly Local[]): void {
    const { b } = this.v;
    const [result] = this.locals as [Local];
    if (this.bits === 32) {
      const [first, ...others] = addresses as [Local, ...Local[]];
      for (const address of others.toReversed()) pushPlace(b, address);
      pushPlace(b, first);
      accessing(b, first).loadVector(0, 'v128.load32_zero');
      others.forEach((address, index) => {
        accessing(b, address).laneMemory('v128.load32_lane', index + 1);
      });
      b.set(result);
      return;
    }
    addresses.forEach((address, lane) => {
      pushPlace(b, address);
      accessing(b, address).memory(this.narrow);
      if (lane === 0) b.simd('i32x4.splat');
      else b.lane('i32x4.replace_lane', lane);
    });
    b.set(result);
  }

  /** All four lanes, one after the other from `base` on. */
  storeNear(base: GpuPlace): void {
    const { v, locals, distance } = this;
    const { b } = v;
    const [first] = locals as [Local];
    if (this.bits < 32) {
      const bytes = LANES.flatMap((lane) => (this.bits === 8 ? [4 * lane] : [4 * lane, 4 * lane + 1]));
      pushPlace(b, base).get(first).get(first);
      b.shuffleBytes([...bytes, ...Array.from({ length: 16 - bytes.length }, () => 0)]);
      accessing(b, base).laneMemory(this.bits === 8 ? 'v128.store32_lane' : 'v128.store64_lane', 0, distance);
      return;
    }
    const rows =
      locals.length === 4
        ? transpose(v, locals)
        : locals.length === 2
          ? interleave(v, required(locals[0], 'local'), required(locals[1], 'local'))
          : locals;
    rows.forEach((row, index) => {
      pushPlace(b, base).get(row);
      this.dwords(base).storeVector(distance + 16 * index);
    });
  }

  /** Lane by lane in ascending order, where `active` has a lane's bit. */
  storeFar(addresses: readonly Local[], active: Local): void {
    const { v, locals } = this;
    const { b } = v;
    const rows = locals.length === 4 ? transpose(v, locals) : undefined;
    const pairs =
      locals.length === 2 ? interleave(v, required(locals[0], 'local'), required(locals[1], 'local')) : undefined;
    for (const lane of LANES) {
      b.get(active)
        .i32(1 << lane)
        .op('i32.and')
        .if();
      const address = required(addresses[lane], 'address');
      pushPlace(b, address);
      if (rows) {
        b.get(required(rows[lane], 'row'));
        accessing(b, address).undivided().storeVector();
      } else if (pairs) {
        b.get(required(pairs[lane >> 1], 'pair'));
        accessing(b, address)
          .undivided()
          .laneMemory('v128.store64_lane', lane & 1);
      } else {
        b.get(required(locals[0], 'local'));
        accessing(b, address).laneMemory(this.narrowStore, (lane * 32) / this.bits);
      }
      b.end();
    }
  }

  /** The lane's element is the low part of its dword: its number counts elements of that width. */
  private get narrowStore(): keyof typeof LANE_MEMORY {
    return this.bits === 8 ? 'v128.store8_lane' : this.bits === 16 ? 'v128.store16_lane' : 'v128.store32_lane';
  }
}
