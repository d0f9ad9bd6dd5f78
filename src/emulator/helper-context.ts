// View of a wavefront for helper statements (images, typed buffers): the one implementation for all engines.

import type { AtomicFn } from '../isa/language/expr.js';
import type { Access } from './access.js';
import type { HelperContext } from './image/context.js';
import { VGPR_WORDS, WORD } from './state.js';
import type { StateLayout } from './state-layout.js';
import type { Wavefront } from './wavefront.js';

/** Arguments that a helper may have. */
const ARGUMENTS = 16;

export class WavefrontContext implements HelperContext {
  /** Of the wavefront. */
  lanes = VGPR_WORDS;
  /** The values of the statement's reads: argument `n` of lane `l` at VGPR_WORDS * n + l. */
  readonly arguments = new Int32Array(VGPR_WORDS * ARGUMENTS);
  private wavefront!: Wavefront;
  private layout!: StateLayout;
  private only = -1;
  /** The lane whose access is checked: the one that the helper looked at last. */
  private lane = 0;

  constructor(private readonly access: Access) {}

  /** Points the context at a wavefront. @param only the only lane to show as active, or -1 for all of EXEC */
  enter(wavefront: Wavefront, only = -1): this {
    this.wavefront = wavefront;
    this.layout = wavefront.layout;
    this.lanes = this.layout.lanes;
    this.only = only;
    return this;
  }

  active(lane: number): boolean {
    this.lane = lane;
    if (this.only >= 0) return lane === this.only;
    return ((this.wavefront.u[this.layout.exec + (lane >>> 5)]! >>> (lane & 31)) & 1) !== 0;
  }
  argument(index: number, lane: number): number {
    this.lane = lane;
    return this.arguments[VGPR_WORDS * index + lane]! >>> 0;
  }
  scalar(index: number): number {
    return this.wavefront.u[WORD.scalars + index]!;
  }
  vgpr(register: number, lane: number): number {
    this.lane = lane;
    return this.wavefront.u[VGPR_WORDS * register + lane]!;
  }
  setVgpr(register: number, lane: number, value: number): void {
    this.wavefront.u[VGPR_WORDS * register + lane] = value;
  }

  readU8(address: number): number {
    return this.access.globalLoad8(this.wavefront, this.lane, address | 0, high(address));
  }
  readU16(address: number): number {
    return this.access.globalLoad16(this.wavefront, this.lane, address | 0, high(address));
  }
  readU32(address: number): number {
    return this.access.globalLoad32(this.wavefront, this.lane, address | 0, high(address)) >>> 0;
  }
  writeU8(address: number, value: number): void {
    this.access.globalStore8(this.wavefront, this.lane, address | 0, high(address), value);
  }
  writeU16(address: number, value: number): void {
    this.access.globalStore16(this.wavefront, this.lane, address | 0, high(address), value);
  }
  writeU32(address: number, value: number): void {
    this.access.globalStore32(this.wavefront, this.lane, address | 0, high(address), value | 0);
  }
  writeLds32(offset: number, value: number): void {
    this.access.ldsStore32(this.wavefront, this.lane, offset | 0, 0, value | 0);
  }
  atomic32(fn: AtomicFn, address: number, data: number, compare: number): number {
    return this.access.globalAtomic32(fn, this.lane, address | 0, high(address), data | 0, compare | 0) >>> 0;
  }
  atomic64(fn: AtomicFn, address: number, data: bigint, compare: bigint): bigint {
    return this.access.globalAtomic64(fn, this.lane, address | 0, high(address), data, compare);
  }
}

/** Upper word of an address beyond 4 GiB; addresses are below 2 ** 48. */
const high = (address: number): number => Math.floor(address / 0x1_0000_0000);
