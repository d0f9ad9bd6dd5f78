// Video memory of one guest: first fit over page-granular ranges, freed ranges merge with their neighbours.

import { PAGE_SIZE } from '../../abi/memory-map.js';
import { elementOf } from '../../util/required.js';
import type { AllocationRecord } from './processor/messages.js';

interface Range {
  start: number;
  end: number;
}

interface UsedRange extends AllocationRecord {
  readonly size: number;
}

const plain = ({ address, requested, purpose }: UsedRange): AllocationRecord => ({ address, requested, purpose });

/** Maximum number of freed allocations that are remembered. */
const REMEMBERED = 64;

export class Allocator {
  private readonly free: Range[];
  private readonly used = new Map<number, UsedRange>();
  private released: UsedRange[] = [];
  private bytesInUse = 0;

  /** @param start first address, a multiple of PAGE_SIZE; @param size bytes */
  constructor(start: number, size: number) {
    this.free = [{ start, end: start + size }];
  }

  /** Bytes in use. */
  get usedBytes(): number {
    return this.bytesInUse;
  }

  /**
   * @param size bytes, rounded up to pages
   * @param purpose for {@link AllocationRecord}
   * @param requested for it as well: what may be less than what is kept apart
   * @param end from which it is taken
   * @returns the address, or undefined when no free range is large enough
   */
  allocate(
    size: number,
    purpose = 0,
    requested = size,
    end: 'first' | 'last' = 'first',
  ): { address: number; size: number } | undefined {
    const bytes = Math.ceil(size / PAGE_SIZE) * PAGE_SIZE;
    const fits = (range: Range): boolean => range.end - range.start >= bytes;
    const index = end === 'first' ? this.free.findIndex(fits) : this.free.findLastIndex(fits);
    const range = this.free[index];
    if (!range) return undefined;
    const address = end === 'first' ? range.start : range.end - bytes;
    if (end === 'first') range.start += bytes;
    else range.end -= bytes;
    if (range.start === range.end) this.free.splice(index, 1);
    this.used.set(address, { address, size: bytes, requested, purpose });
    this.bytesInUse += bytes;
    return { address, size: bytes };
  }

  /** @returns the size of the allocation that began at `address`, or undefined when none did */
  release(address: number): number | undefined {
    const used = this.used.get(address);
    if (used === undefined) return undefined;
    const { size } = used;
    this.used.delete(address);
    if (used.purpose !== 0) this.released.push(used);
    if (this.released.length > 2 * REMEMBERED) this.released = this.released.slice(-REMEMBERED);
    this.bytesInUse -= size;
    this.insert({ start: address, end: address + size });
    return size;
  }

  /** The allocation that holds an address. */
  find(address: number): { address: number; size: number } | undefined {
    for (const [start, { size }] of this.used)
      if (address >= start && address < start + size) return { address: start, size };
    return undefined;
  }

  /** All allocations. */
  get all(): readonly AllocationRecord[] {
    return [...this.used.values()].map(plain);
  }

  /** Recently freed allocations whose memory has not been allocated again, the latest first. */
  get lately(): readonly AllocationRecord[] {
    const isFree = ({ address, size }: UsedRange): boolean =>
      this.free.some(({ start, end }) => start <= address && address + size <= end);
    return this.released.filter(isFree).reverse().map(plain);
  }

  private insert(range: Range): void {
    let low = 0;
    let high = this.free.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (elementOf(this.free, middle, 'free range').start < range.start) low = middle + 1;
      else high = middle;
    }
    const before = this.free[low - 1];
    const after = this.free[low];
    if (before?.end === range.start && after?.start === range.end) {
      before.end = after.end;
      this.free.splice(low, 1);
    } else if (before?.end === range.start) before.end = range.end;
    else if (after?.start === range.end) after.start = range.start;
    else this.free.splice(low, 0, range);
  }
}
