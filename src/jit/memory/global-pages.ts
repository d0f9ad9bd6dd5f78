// Checks of accesses of four lanes to GPU memory: sums of addresses, and the permissions of their pages.

import { SCRATCH_BASE } from '../../abi/memory-map.js';
import type { AddressSpace } from '../../emulator/address-space.js';
import { PAGE_BITS } from '../../emulator/memory.js';
import type { LaneAddresses, VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { largeOffset, offsetType, pushAreOutside, pushDistance, pushPermission } from './address-window.js';
import { pushSum } from './gpu-place.js';
import type { GlobalPlace } from './places.js';

const PAGE_BYTES = 1 << PAGE_BITS;
const LANE_BITS = [1, 2, 4, 8] as const;

/** Properties of an access for its check. */
export interface PageAccess {
  readonly place: GlobalPlace;
  /** Bytes of a lane. */
  readonly bytes: number;
  /**
   * Required alignment in bytes, for the access not to leave a dword of private memory; absent: any address is
   * permitted.
   */
  readonly element?: number | undefined;
  readonly permission: number;
  /** Bits of the lanes that access memory. */
  readonly lanes: Local;
}

export interface ScatteredAddresses {
  readonly addresses: readonly Local[];
  /** Their low words in one vector. */
  readonly places: Local;
  /** The high words, in a large space. */
  readonly highs: Local | undefined;
  /** All bits of the lanes that access memory. */
  readonly active: Local;
}

/** The parts of the addresses of four lanes. */
interface LaneSums extends LaneAddresses {
  /** Low words of the sums, and high words of the part that is equal in all lanes. */
  readonly total: Local;
  readonly sumHigh: Local;
  readonly places: Local;
}

export class GlobalPages {
  constructor(private readonly space: AddressSpace) {}

  /** A local for an offset in GPU memory. */
  offset({ b }: VectorValues): Local {
    return b.local(offsetType(this.space));
  }

  /** The sum of the parts that are equal in all lanes, set before the loop. */
  common(v: VectorValues, { common }: GlobalPlace): Local {
    const { b } = v;
    const sum = b.local('i64');
    const terms = common.map((node) => v.scalar(node));
    v.before(() => {
      b.i64(0n);
      for (const term of terms) b.get(term).op('i64.add');
      b.set(sum);
    });
    return sum;
  }

  /** Pushes an i32 that is not 0 when the pages of [base + distance, base + distance + bytes) have the permission. */
  pushAllowed(v: VectorValues, { place, permission }: PageAccess, base: Local, bytes: number): void {
    const { b } = v;
    for (const distance of [place.distance, place.distance + bytes - 1]) {
      pushPermission(pushSum(b, base, distance), this.space);
    }
    b.op('i32.and').i32(permission).op('i32.and');
  }

  /**
   * Takes the result of the access check from the stack, and pushes whether the access also does not leave a dword of
   * private memory.
   */
  pushInElement({ b }: VectorValues, { place, element = 1 }: PageAccess, base: Local): void {
    if (element === 1) return;
    pushSum(b, base, place.distance % element === 0 ? 0 : place.distance);
    if (this.space.isLarge) b.op('i32.wrap_i64');
    b.i32(element - 1)
      .op('i32.and')
      .op('i32.eqz')
      .op('i32.and');
  }

  /** Takes a sum from the stack, sets `base` to its offset, and pushes whether it is no address of GPU memory. */
  takeSum(v: VectorValues, { mask, distance }: GlobalPlace, base: Local): void {
    const { b } = v;
    const signed = BigInt.asIntN(64, mask);
    if (signed !== -1n) b.i64(signed).op('i64.and');
    if (this.space.isLarge) {
      pushDistance(b, this.space).tee(base);
      b.i64(BigInt(this.space.size) - 1n - BigInt(distance)).op('i64.gt_u');
      return;
    }
    const whole = b.local('i64');
    b.tee(whole).op('i32.wrap_i64').set(base);
    // The constant on top must not wrap either.
    pushDistance(b.get(whole), this.space)
      .i64(0xffff_ffffn - BigInt(distance))
      .op('i64.gt_u');
  }

  /**
   * Pushes whether all lanes' pages allow the access; gives the four addresses, in the scratch window for idle lanes.
   */
  pushFar(v: VectorValues, access: PageAccess, sum: Local, { low, high }: LaneAddresses): ScatteredAddresses {
    const { b } = v;
    const { mask, distance } = access.place;
    const { sumLow, sumHigh } = this.spreadSum(v, sum);
    const total = v.keep(() => b.get(low).get(sumLow).simd('i32x4.add'));
    const active = v.keep(() => {
      b.get(access.lanes).simd('i32x4.splat').v128(LANE_BITS).simd('v128.and').v128(LANE_BITS).simd('i32x4.eq');
    });
    const places = v.keep(() => {
      const lowMask = Number(BigInt.asIntN(32, mask));
      b.get(total);
      if (lowMask !== -1) b.words(lowMask).simd('v128.and');
      if (distance > 0) b.words(distance).simd('i32x4.add');
      b.words(SCRATCH_BASE).get(active).simd('v128.bitselect');
    });
    const sums = { total, low, high, sumHigh, places };
    const highs = this.space.isLarge
      ? v.keep(() => {
          this.pushHighs(v, access, sums);
          b.get(active).simd('v128.and');
        })
      : undefined;
    const addresses = LANE_BITS.map((_bit, lane) => this.laneOffset(v, places, highs, lane));
    this.pushPermitted(v, access, addresses);
    this.pushOutside(v, access, sums);
    b.get(active).simd('v128.and').simd('v128.any_true').op('i32.eqz').op('i32.and');
    return { addresses, places, highs, active };
  }

  private laneOffset({ b }: VectorValues, places: Local, highs: Local | undefined, lane: number): Local {
    const low = b.local('i32');
    b.get(places).lane('i32x4.extract_lane', lane).set(low);
    if (highs === undefined) return low;
    return largeOffset(b, this.space, low, () => b.get(highs).lane('i32x4.extract_lane', lane));
  }

  /** Pushes the high words of four addresses, without the carry from the constant on top. */
  private pushHighs(
    { b }: VectorValues,
    { place: { mask } }: PageAccess,
    { total, low, high, sumHigh }: LaneSums,
  ): void {
    b.get(sumHigh);
    if (high !== undefined) b.get(high).simd('i32x4.add');
    b.get(total).get(low).simd('i32x4.lt_u').simd('i32x4.sub');
    const highMask = Number(BigInt.asIntN(32, mask >> 32n));
    if (highMask !== -1) b.words(highMask).simd('v128.and');
  }

  /** Pushes whether the pages of all four addresses have the permission. */
  private pushPermitted({ b }: VectorValues, { permission }: PageAccess, addresses: readonly Local[]): void {
    addresses.forEach((address, lane) => {
      pushPermission(b.get(address), this.space);
      if (lane > 0) b.op('i32.and');
    });
    b.i32(permission).op('i32.and').i32(permission).op('i32.eq');
  }

  /** Pushes the lanes whose addresses are outside of the address space or cross a page. */
  private pushOutside(v: VectorValues, access: PageAccess, sums: LaneSums): void {
    const { b } = v;
    const { total, places } = sums;
    const { distance } = access.place;
    // No other high word, carry included, no carry from the constant on top, and no lane across the end of its page.
    this.pushHighs(v, access, sums);
    pushAreOutside(b, this.space);
    if (distance > 0)
      b.get(total)
        .words(-1 - distance)
        .simd('i32x4.gt_u')
        .simd('v128.or');
    const { bytes, element = 1 } = access;
    if (element > 1)
      b.get(places)
        .words(element - 1)
        .simd('v128.and')
        .simd('v128.or');
    // An aligned access does not cross a page.
    if (bytes > element) {
      b.get(places)
        .words(PAGE_BYTES - 1)
        .simd('v128.and')
        .words(PAGE_BYTES - bytes)
        .simd('i32x4.gt_u');
      b.simd('v128.or');
    }
  }

  private spreadSum(v: VectorValues, sum: Local): { sumLow: Local; sumHigh: Local } {
    const { b } = v;
    const [sumLow, sumHigh] = [b.local('v128'), b.local('v128')];
    v.before(() => {
      b.get(sum).op('i32.wrap_i64').simd('i32x4.splat').set(sumLow);
      b.get(sum).i64(32n).op('i64.shr_u').op('i32.wrap_i64').simd('i32x4.splat').set(sumHigh);
    });
    return { sumLow, sumHigh };
  }
}
