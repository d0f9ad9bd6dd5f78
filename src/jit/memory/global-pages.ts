// Checks of accesses of four lanes to GPU memory: sums of addresses, and the permissions of their pages.

import { SCRATCH_BASE } from '../../abi/memory-map.js';
import type { AddressSpace } from '../../emulator/address-space.js';
import { PAGE_BITS } from '../../emulator/memory.js';
import { PAGE_TABLE } from '../../emulator/state.js';
import type { LaneAddresses, VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { pushAreOutside, pushDistance } from './address-window.js';
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
  /** The same in one vector. */
  readonly places: Local;
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
      b.get(base);
      if (distance > 0) b.i32(distance).op('i32.add');
      b.i32(PAGE_BITS).op('i32.shr_u').memory('i32.load8_u', PAGE_TABLE);
    }
    b.op('i32.and').i32(permission).op('i32.and');
  }

  /**
   * Takes the result of the access check from the stack, and pushes whether the access also does not leave a dword of
   * private memory.
   */
  pushInElement({ b }: VectorValues, { place, element = 1 }: PageAccess, base: Local): void {
    if (element === 1) return;
    b.get(base);
    if (place.distance % element !== 0) b.i32(place.distance).op('i32.add');
    b.i32(element - 1)
      .op('i32.and')
      .op('i32.eqz')
      .op('i32.and');
  }

  /** Takes a sum from the stack, puts its low word into `base`, and pushes whether it is no address of GPU memory. */
  takeSum(v: VectorValues, { mask, distance }: GlobalPlace, base: Local): void {
    const { b } = v;
    const whole = b.local('i64');
    const signed = BigInt.asIntN(64, mask);
    if (signed !== -1n) b.i64(signed).op('i64.and');
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
    const addresses = LANE_BITS.map((_bit, lane) => {
      const address = b.local('i32');
      b.get(places).lane('i32x4.extract_lane', lane).set(address);
      return address;
    });
    this.pushPermitted(v, access, addresses);
    this.pushOutside(v, access, { total, low, high, sumHigh, places });
    b.get(active).simd('v128.and').simd('v128.any_true').op('i32.eqz').op('i32.and');
    return { addresses, places, active };
  }

  /** Pushes whether the pages of all four addresses have the permission. */
  private pushPermitted({ b }: VectorValues, { permission }: PageAccess, addresses: readonly Local[]): void {
    addresses.forEach((address, lane) => {
      b.get(address).i32(PAGE_BITS).op('i32.shr_u').memory('i32.load8_u', PAGE_TABLE);
      if (lane > 0) b.op('i32.and');
    });
    b.i32(permission).op('i32.and').i32(permission).op('i32.eq');
  }

  /** Pushes the lanes whose addresses are outside of the address space or cross a page. */
  private pushOutside({ b }: VectorValues, access: PageAccess, { total, low, high, sumHigh, places }: LaneSums): void {
    const { mask, distance } = access.place;
    // No other high word, carry included, no carry from the constant on top, and no lane across the end of its page.
    b.get(sumHigh);
    if (high !== undefined) b.get(high).simd('i32x4.add');
    b.get(total).get(low).simd('i32x4.lt_u').simd('i32x4.sub');
    const highMask = Number(BigInt.asIntN(32, mask >> 32n));
    if (highMask !== -1) b.words(highMask).simd('v128.and');
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
