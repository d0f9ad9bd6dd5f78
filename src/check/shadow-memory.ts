// Validity of bytes: those of memory objects are written by the host, a copy or a kernel; those of local and private
// memory by the work-group that owns it. A store of an undefined value makes a byte unwritten again. Global memory
// without reports counts as written.

import type { ByteRange } from '../launch/allocation-log.js';
import type { Box } from '../launch/host-event.js';

const PAGE_BITS = 12;
const PAGE = 1 << PAGE_BITS;
export const PAGE_BYTES = PAGE;
const PAGES = 2 ** 32 / PAGE;
/** Unwatched memory may be written by the host at any time: it counts as written. */
const STATE = { unwatched: 0, all: 1, some: 2, never: 3 } as const;

/** A page of which some bytes have been written: 1 for each of them. */
interface PartialPage {
  readonly bytes: Uint8Array;
  left: number;
}

/** Adds bytes behind all others. */
function extend(ranges: { address: number; size: number }[], start: number, end: number): void {
  const last = ranges.at(-1);
  if (last && last.address + last.size === start) last.size += end - start;
  else ranges.push({ address: start, size: end - start });
}

/** Bytes of global memory. */
export class ShadowMemory {
  private readonly state = new Uint8Array(PAGES);
  private readonly mixed = new Map<number, PartialPage>();
  /** The page of the last request. */
  private lastPage = -1;
  private last: PartialPage | undefined;

  /** True if all bytes of a range have been written. */
  has(address: number, size: number): boolean {
    const page = address >>> PAGE_BITS;
    const end = address + size - 1;
    if (this.state[page]! <= STATE.all && this.state[end >>> PAGE_BITS]! <= STATE.all) return true;
    for (let at = address; at <= end; at++) if (!this.one(at)) return false;
    return true;
  }

  one(address: number): boolean {
    const page = address >>> PAGE_BITS;
    const state = this.state[page]!;
    return state <= STATE.all || (state === STATE.some && this.mixedAt(page)!.bytes[address & (PAGE - 1)] === 1);
  }

  /** True if no byte in the page of an address is known to have been written. */
  isUntouched(address: number): boolean {
    return this.state[address >>> PAGE_BITS] === STATE.never;
  }

  private mixedAt(page: number): PartialPage | undefined {
    if (page !== this.lastPage) {
      this.last = this.mixed.get(page);
      this.lastPage = page;
    }
    return this.last;
  }

  private forget(page: number): void {
    this.mixed.delete(page);
    this.lastPage = -1;
  }

  /** From now on it matters whether bytes have been written, and these have not. */
  watch(address: number, size: number): void {
    const last = Math.floor((address + size - 1) / PAGE);
    for (let page = Math.floor(address / PAGE); page <= last; page++)
      if (this.state[page] === STATE.unwatched) this.state[page] = STATE.never;
    this.set(address, size, false);
  }

  /** Whole pages are watched no longer. */
  ignore(address: number, size: number): void {
    for (let page = Math.floor(address / PAGE); page < Math.floor((address + size) / PAGE); page++) {
      this.state[page] = STATE.unwatched;
      this.forget(page);
    }
  }

  /** @param written whether they have been written, or never */
  set(address: number, size: number, written: boolean): void {
    const end = address + size;
    for (let at = address; at < end; ) {
      const next = Math.min(end, (Math.floor(at / PAGE) + 1) * PAGE);
      this.setInPage(at, next - at, written);
      at = next;
    }
  }

  private setInPage(address: number, size: number, written: boolean): void {
    const page = Math.floor(address / PAGE);
    if (this.state[page] === STATE.unwatched || this.state[page] === (written ? STATE.all : STATE.never)) return;
    if (size === PAGE) {
      this.state[page] = written ? STATE.all : STATE.never;
      this.forget(page);
      return;
    }
    const mixed = this.mixedAt(page) ?? this.mix(page);
    const first = address % PAGE;
    for (let i = first; i < first + size; i++) {
      if (mixed.bytes[i] === Number(written)) continue;
      mixed.bytes[i] = Number(written);
      mixed.left += written ? -1 : 1;
    }
    if (mixed.left > 0) return;
    this.state[page] = STATE.all;
    this.forget(page);
  }

  private mix(page: number): PartialPage {
    const all = this.state[page] === STATE.all;
    const mixed = { bytes: new Uint8Array(PAGE).fill(Number(all)), left: all ? 0 : PAGE };
    this.mixed.set(page, mixed);
    this.lastPage = -1;
    this.state[page] = STATE.some;
    return mixed;
  }

  /** The written ranges of some bytes, ascending. @param most maximum number of ranges; the last one covers the rest */
  ranges(address: number, size: number, most: number): ByteRange[] {
    const ranges: { address: number; size: number }[] = [];
    const end = address + size;
    for (let at = address; at < end; ) {
      const next = Math.min(end, (Math.floor(at / PAGE) + 1) * PAGE);
      const state = this.state[at >>> PAGE_BITS]!;
      if (state <= STATE.all) extend(ranges, at, next);
      else if (state === STATE.some)
        for (let byte = at; byte < next; byte++) if (this.one(byte)) extend(ranges, byte, byte + 1);
      at = next;
    }
    if (ranges.length <= most) return ranges;
    const { address: first } = ranges[most - 1]!;
    const last = ranges.at(-1)!;
    return [...ranges.slice(0, most - 1), { address: first, size: last.address + last.size - first }];
  }

  setBox({ address, width, rows, rowPitch, slices, slicePitch }: Box): void {
    for (let z = 0; z < slices; z++)
      for (let y = 0; y < rows; y++) this.set(address + z * slicePitch + y * rowPitch, width, true);
  }

  /** Copies the validity of bytes. */
  copyBox(to: Box, from: Box): void {
    for (let z = 0; z < to.slices; z++)
      for (let y = 0; y < to.rows; y++)
        this.copy(
          to.address + z * to.slicePitch + y * to.rowPitch,
          from.address + z * from.slicePitch + y * from.rowPitch,
          to.width,
        );
  }

  private copy(to: number, from: number, size: number): void {
    let first = 0;
    while (first < size) {
      const written = this.one(from + first);
      let end = first;
      while (end < size) {
        // Pages are known as a whole mostly.
        const next = Math.min(size, end + PAGE - ((from + end) % PAGE));
        const state = this.state[Math.floor((from + end) / PAGE)]!;
        if (state === STATE.some) while (end < next && this.one(from + end) === written) end++;
        else if (state <= STATE.all === written) end = next;
        if (end < next) break;
      }
      this.set(to + first, end - first, written);
      first = end;
    }
  }
}

/** Four bytes that have been written. */
const ALL_FOUR = 0x0101_0101;

/** Bytes of local or private memory: few, and new for each work-group. */
export class ShadowFlags {
  private bytes = new Uint8Array(0);
  /** The same, four in one. */
  private words = new Uint32Array(0);

  /** Forgets everything. @param size bytes from now on */
  restart(size: number): void {
    if (this.bytes.length >= size) return void this.bytes.fill(0, 0, size);
    this.words = new Uint32Array(Math.ceil(size / 4));
    this.bytes = new Uint8Array(this.words.buffer);
  }

  copy(): Uint8Array {
    return this.bytes.slice();
  }

  /** @param bytes of `copy` */
  restore(bytes: Uint8Array): void {
    this.restart(bytes.length);
    this.bytes.set(bytes);
  }

  has(at: number, size: number): boolean {
    if (size === 4 && (at & 3) === 0) return this.words[at >>> 2] === ALL_FOUR;
    for (let i = at; i < at + size; i++) if (this.bytes[i] === 0) return false;
    return true;
  }

  one(at: number): boolean {
    return this.bytes[at] !== 0;
  }

  set(at: number, size: number, written: boolean): void {
    if (size === 4 && (at & 3) === 0) {
      this.words[at >>> 2] = written ? ALL_FOUR : 0;
      return;
    }
    const value = Number(written);
    for (let i = at; i < at + size; i++) this.bytes[i] = value;
  }
}
