// Checked memory access of kernels: permissions, alignment, atomics. Used by the interpreter's slow paths, the oracle,
// image helpers and the JIT's exits, so that all engines fault alike: an instruction makes all accesses that are
// allowed, in all its lanes; one that is refused reads 0 and writes nothing. The first of these by lane (and by order
// in the lane) is the instruction's fault, which `settle` raises behind it.
//
// Words are int32 numbers; the high word of a 64-bit result is left in `high`, so that nothing is allocated.

import type { AtomicFn } from '../isa/language/expr.js';
import type { AccessKind } from './access-kind.js';
import type { AddressSpace } from './address-space.js';
import { atomic32, atomic64 } from './atomics.js';
import { FaultSignal } from './faults.js';
import { type GpuMemory, PERMISSION, pageOf } from './memory.js';
import { openQuadMemory, type QuadMemory } from './quad-memory.js';
import { WORD } from './state.js';
import type { Wavefront } from './wavefront.js';

const big = (low: number, high: number): bigint => (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);

/** True if the access lies in the dword of its address, or its bytes are consecutive. */
const staysInDword = (low: number, bits: number, step: number): boolean => step === 4 || (low & 3) + bits / 8 <= 4;

/** Four dwords that are stored at once. */
export type Quad = readonly [number, number, number, number];

/** An access of GPU memory that is not made. */
export interface RefusedAccess {
  /** Less than 0 for a scalar access. */
  readonly lane: number;
  /** Words of the address. */
  readonly low: number;
  readonly high: number;
  readonly bytes: number;
  /** Bits of PERMISSION that it needs. */
  readonly permission: number;
}

export class Access {
  /** High word of the last 64-bit value. */
  high = 0;
  /** The first refused access of the instruction. */
  private first: FaultSignal | undefined;

  private opened: QuadMemory | undefined;
  private get quads(): QuadMemory {
    return (this.opened ??= openQuadMemory(this.memory));
  }

  readonly space: AddressSpace;

  constructor(readonly memory: GpuMemory) {
    this.space = memory.space;
  }

  /** The byte address of an access that a kernel may make; -1 when it is refused, which is noted. */
  check(lane: number, low: number, high: number, bytes: number, permission: number): number {
    const address = this.space.offsetOf(low, high);
    if (address <= this.space.size - bytes && (this.allowed(address, bytes) & permission) === permission)
      return address;
    return this.refuse({ lane, low, high, bytes, permission });
  }

  /** True if the page of an address permits an access, wherever in a large space it is. */
  reachesFar(low: number, high: number, permission: number): boolean {
    const address = this.space.offsetOf(low, high);
    return address < this.space.size && (this.allowed(address, 1) & permission) === permission;
  }

  /** Permission of all pages of some bytes in GPU memory. */
  private allowed(address: number, bytes: number): number {
    const { pages } = this.memory;
    return pages[pageOf(address)]! & pages[pageOf(address + bytes - 1)]!;
  }

  private refuse(access: RefusedAccess): -1 {
    if (!this.first || access.lane < this.first.lane!) this.first = this.refusal(access);
    return -1;
  }

  /** Behind an instruction that may have made accesses. @throws FaultSignal its fault */
  settle(): void {
    if (this.first) throw this.takeFault(this.first);
  }

  /** Error that ends an instruction after `other` was thrown: the access that was refused before, if there is one. */
  takeFault<T>(other: T): T | FaultSignal {
    const { first } = this;
    this.first = undefined;
    return first ?? other;
  }

  /** Fault of a refused access. */
  refusal({ lane, low, high, bytes, permission }: RefusedAccess): FaultSignal {
    const address = this.space.offsetOf(low, high);
    if (address > this.space.size - bytes) return refused(lane, low, high, bytes, permission, 'outside of GPU memory');
    const allowed = this.allowed(address, bytes);
    // Only atomics need both permissions, and only they have to be aligned.
    if ((allowed & permission) === permission && permission === PERMISSION.readWrite && address % bytes !== 0)
      return new FaultSignal('misaligned', `atomic access of ${bytes} bytes is not aligned`, lane, big(low, high));
    const reason = address < 0x1_0000 ? 'in the null page' : allowed === 0 ? 'not allocated' : 'not permitted';
    return refused(lane, low, high, bytes, permission, reason);
  }

  /** The address of an LDS access, or -1 when it is beyond the work-group's allocation. */
  protected lds(w: Wavefront, offset: number, bytes: number, _kind: AccessKind, _lane: number): number {
    const at = offset >>> 0;
    return at + bytes <= w.u[WORD.ldsLimit]! ? w.u[WORD.ldsBase]! + at : -1;
  }

  globalLoad8(_w: Wavefront, lane: number, low: number, high: number): number {
    const address = this.check(lane, low, high, 1, PERMISSION.read);
    return address < 0 ? 0 : this.memory.u8[address]!;
  }
  globalLoad16(_w: Wavefront, lane: number, low: number, high: number): number {
    const address = this.check(lane, low, high, 2, PERMISSION.read);
    return address < 0 ? 0 : this.memory.view.getUint16(address, true);
  }
  globalLoad32(_w: Wavefront, lane: number, low: number, high: number): number {
    const address = this.check(lane, low, high, 4, PERMISSION.read);
    return address < 0 ? 0 : this.memory.view.getInt32(address, true);
  }
  globalLoad64(_w: Wavefront, lane: number, low: number, high: number): number {
    const address = this.check(lane, low, high, 8, PERMISSION.read);
    this.high = address < 0 ? 0 : this.memory.view.getInt32(address + 4, true);
    return address < 0 ? 0 : this.memory.view.getInt32(address, true);
  }

  /** Two dwords at once, aligned, in a page that allows it. */
  globalPair(_w: Wavefront, _lane: number, low: number, high: number): number {
    const bits = this.memory.i64[this.space.offsetOf(low, high) / 8]!;
    this.high = Number(BigInt.asIntN(32, bits >> 32n));
    return Number(BigInt.asIntN(32, bits));
  }

  /** Four dwords at once, aligned, in a page that allows it; gives the first one, and `quadWord` the others. */
  globalQuad(_w: Wavefront, _lane: number, low: number, high: number): number {
    return this.quads.load(this.space.offsetOf(low, high));
  }
  quadWord(index: number): number {
    const { quads } = this;
    return index === 1 ? quads.second() : index === 2 ? quads.third() : quads.fourth();
  }

  ldsLoad8(w: Wavefront, lane: number, offset: number, _high = 0): number {
    const address = this.lds(w, offset, 1, 'load', lane);
    return address < 0 ? 0 : this.memory.u8[address]!;
  }
  ldsLoad16(w: Wavefront, lane: number, offset: number, _high = 0): number {
    const address = this.lds(w, offset, 2, 'load', lane);
    return address < 0 ? 0 : this.memory.view.getUint16(address, true);
  }
  ldsLoad32(w: Wavefront, lane: number, offset: number, _high = 0): number {
    const address = this.lds(w, offset, 4, 'load', lane);
    return address < 0 ? 0 : this.memory.view.getInt32(address, true);
  }
  ldsLoad64(w: Wavefront, lane: number, offset: number, _high = 0): number {
    const address = this.lds(w, offset, 8, 'load', lane);
    this.high = address < 0 ? 0 : this.memory.view.getInt32(address + 4, true);
    return address < 0 ? 0 : this.memory.view.getInt32(address, true);
  }

  globalStore8(_w: Wavefront, lane: number, low: number, high: number, value: number): void {
    const address = this.check(lane, low, high, 1, PERMISSION.write);
    if (address >= 0) this.memory.u8[address] = value;
  }
  globalStore16(_w: Wavefront, lane: number, low: number, high: number, value: number): void {
    const address = this.check(lane, low, high, 2, PERMISSION.write);
    if (address >= 0) this.memory.view.setInt16(address, value, true);
  }
  globalStore32(_w: Wavefront, lane: number, low: number, high: number, value: number): void {
    const address = this.check(lane, low, high, 4, PERMISSION.write);
    if (address >= 0) this.memory.view.setInt32(address, value, true);
  }
  globalStore64(_w: Wavefront, lane: number, low: number, high: number, value: number, valueHigh: number): void {
    const address = this.check(lane, low, high, 8, PERMISSION.write);
    if (address < 0) return;
    this.memory.view.setInt32(address, value, true);
    this.memory.view.setInt32(address + 4, valueHigh, true);
  }

  /** Two dwords at once, aligned, in a page that allows it. */
  setGlobalPair(_w: Wavefront, _lane: number, low: number, high: number, value: number, valueHigh: number): void {
    this.memory.i64[this.space.offsetOf(low, high) / 8] = big(value, valueHigh);
  }

  /** Four dwords at once, aligned, in a page that allows it. */
  setGlobalQuad(_w: Wavefront, _lane: number, low: number, high: number, ...words: Quad): void {
    this.quads.store(this.space.offsetOf(low, high), ...words);
  }

  ldsStore8(w: Wavefront, lane: number, offset: number, _high: number, value: number): void {
    const address = this.lds(w, offset, 1, 'store', lane);
    if (address >= 0) this.memory.u8[address] = value;
  }
  ldsStore16(w: Wavefront, lane: number, offset: number, _high: number, value: number): void {
    const address = this.lds(w, offset, 2, 'store', lane);
    if (address >= 0) this.memory.view.setInt16(address, value, true);
  }
  ldsStore32(w: Wavefront, lane: number, offset: number, _high: number, value: number): void {
    const address = this.lds(w, offset, 4, 'store', lane);
    if (address >= 0) this.memory.view.setInt32(address, value, true);
  }
  ldsStore64(w: Wavefront, lane: number, offset: number, _high: number, value: number, valueHigh: number): void {
    const address = this.lds(w, offset, 8, 'store', lane);
    if (address < 0) return;
    this.memory.view.setInt32(address, value, true);
    this.memory.view.setInt32(address + 4, valueHigh, true);
  }

  /**
   * A load that may leave the dword that its address is in: then it is made byte by byte (ElementStep in
   * src/isa/language/expr.ts).
   */
  globalElementLoad(w: Wavefront, bits: 16 | 32, lane: number, low: number, high: number, step: number): number {
    if (staysInDword(low, bits, step))
      return bits === 16 ? this.globalLoad16(w, lane, low, high) : this.globalLoad32(w, lane, low, high);
    let value = 0;
    for (let byte = 0; byte < bits / 8; byte++) {
      const at = this.bytePlace(low, high, byte, step);
      value |= this.globalLoad8(w, lane, at, this.high) << (8 * byte);
    }
    return value;
  }
  /** The same for stores. */
  globalElementStore(
    w: Wavefront,
    bits: 16 | 32,
    lane: number,
    low: number,
    high: number,
    value: number,
    step: number,
  ): void {
    if (!staysInDword(low, bits, step)) {
      for (let byte = 0; byte < bits / 8; byte++) {
        const at = this.bytePlace(low, high, byte, step);
        this.globalStore8(w, lane, at, this.high, (value >>> (8 * byte)) & 0xff);
      }
    } else if (bits === 16) this.globalStore16(w, lane, low, high, value);
    else this.globalStore32(w, lane, low, high, value);
  }

  /** Low word of the address of a byte of such an access; the high word is left in `high`. */
  private bytePlace(low: number, high: number, index: number, step: number): number {
    const byte = (low & 3) + index;
    const place = ((low & ~3) >>> 0) + (byte >> 2) * step + (byte & 3);
    this.high = (high + Math.floor(place / 2 ** 32)) | 0;
    return place | 0;
  }

  /** Read-modify-write of a dword of GPU memory; gives the old value. */
  globalAtomic32(fn: AtomicFn, lane: number, low: number, high: number, data: number, compare: number): number {
    const address = this.aligned(lane, low, high, 4);
    return address < 0 ? 0 : atomic32(this.memory.i32, address / 4, fn, data, compare);
  }
  globalAtomic64(fn: AtomicFn, lane: number, low: number, high: number, data: bigint, compare: bigint): bigint {
    const address = this.aligned(lane, low, high, 8);
    return address < 0 ? 0n : BigInt.asUintN(64, atomic64(this.memory.i64, address / 8, fn, data, compare));
  }
  ldsAtomic32(w: Wavefront, fn: AtomicFn, lane: number, offset: number, data: number, compare: number): number {
    const address = this.lds(w, offset & ~3, 4, 'atomic', lane);
    return address < 0 ? 0 : atomic32(this.memory.i32, address >>> 2, fn, data, compare);
  }
  ldsAtomic64(w: Wavefront, fn: AtomicFn, lane: number, offset: number, data: bigint, compare: bigint): bigint {
    const address = this.lds(w, offset & ~7, 8, 'atomic', lane);
    return address < 0 ? 0n : BigInt.asUintN(64, atomic64(this.memory.i64, address / 8, fn, data, compare));
  }

  private aligned(lane: number, low: number, high: number, bytes: number): number {
    const address = this.check(lane, low, high, bytes, PERMISSION.readWrite);
    if (address < 0 || address % bytes === 0) return address;
    return this.refuse({ lane, low, high, bytes, permission: PERMISSION.readWrite });
  }

  /** s_memtime: 64 cycles for each reading, so that runs repeat. */
  time(i: Int32Array): number {
    const before = i[WORD.time]!;
    const after = (before + 64) | 0;
    i[WORD.time] = after;
    if (after >>> 0 < before >>> 0) i[WORD.time + 1]!++;
    this.high = i[WORD.time + 1]!;
    return after;
  }
}

function refused(
  lane: number,
  low: number,
  high: number,
  bytes: number,
  permission: number,
  reason: string,
): FaultSignal {
  const writes = (permission & PERMISSION.write) !== 0;
  const detail = `${writes ? 'write' : 'read'} of ${bytes} bytes ${reason}`;
  return new FaultSignal(writes ? 'write' : 'read', detail, lane < 0 ? undefined : lane, big(low, high));
}
