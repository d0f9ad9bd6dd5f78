// Copy of GPU memory at a moment, updated launch by launch: only differences are copied.

import { PAGE_SIZE } from '../abi/memory-map.js';
import { type GpuMemory, PERMISSION } from './memory.js';
import { type Region, regionsOf } from './page-regions.js';

/** Bytes that are compared at a time, and kept together. */
const BLOCK = 64 * PAGE_SIZE;
const ZEROS = new Uint8Array(BLOCK);

export class MemoryShadow {
  /** By their numbers; those that are not there are zeros. */
  private readonly blocks = new Map<number, Uint8Array>();
  /** The table of permissions, as the regions are. */
  private table: Uint8Array | undefined;
  private mapped: readonly Region[] = [];
  /** There is more than it may take, as long as there are these pages. */
  private full = false;

  /** @param permission pages without it do not matter */
  constructor(private readonly permission: number = PERMISSION.readWrite) {}

  /** Permitted pages at that moment. */
  get regions(): readonly Region[] {
    return this.mapped;
  }

  /** Bytes that it takes. */
  get size(): number {
    return this.blocks.size * BLOCK;
  }

  /**
   * It is what memory is now.
   * @param limit bytes that it may take
   * @returns false where that is not enough: it is worth nothing then
   */
  take(memory: GpuMemory, limit: number): boolean {
    this.look(memory);
    if (this.full) return false;
    for (const { page, count } of this.mapped)
      for (const [from, to] of pieces(page * PAGE_SIZE, (page + count) * PAGE_SIZE)) {
        if (this.same(memory, from, to)) continue;
        this.copy(memory, from, to);
        if (this.size > limit) return this.giveUp();
      }
    return true;
  }

  private giveUp(): false {
    this.full = true;
    this.blocks.clear();
    return false;
  }

  /** Finds out which pages there are now. */
  private look(memory: GpuMemory): void {
    const { pages } = memory;
    if (this.table && Buffer.compare(this.table, pages) === 0) return;
    this.full = false;
    this.table = pages.slice();
    this.mapped = regionsOf({ pages: this.table }).filter(({ permission }) => (permission & this.permission) !== 0);
    const used = new Set<number>();
    for (const { page, count } of this.mapped)
      for (const [from] of pieces(page * PAGE_SIZE, (page + count) * PAGE_SIZE)) used.add(Math.floor(from / BLOCK));
    for (const block of this.blocks.keys()) if (!used.has(block)) this.blocks.delete(block);
  }

  private same({ u8 }: GpuMemory, from: number, to: number): boolean {
    return Buffer.compare(u8.subarray(from, to), this.at(from, to)) === 0;
  }

  private copy(memory: GpuMemory, from: number, to: number): void {
    const number = Math.floor(from / BLOCK);
    let block = this.blocks.get(number);
    if (!block) this.blocks.set(number, (block = new Uint8Array(BLOCK)));
    for (let page = from; page < to; page += PAGE_SIZE)
      if (!this.same(memory, page, page + PAGE_SIZE))
        block.set(memory.u8.subarray(page, page + PAGE_SIZE), page % BLOCK);
  }

  /** Bytes of one block at that moment. */
  private at(from: number, to: number): Uint8Array {
    const start = from % BLOCK;
    return (this.blocks.get(Math.floor(from / BLOCK)) ?? ZEROS).subarray(start, start + to - from);
  }

  /**
   * The pages of its regions that were not zero, by their numbers: views, which change when it is brought up to date.
   */
  *pages(): Generator<[number, Uint8Array]> {
    for (const { page: first, count } of this.mapped)
      for (let page = first; page < first + count; page++) {
        if (!this.blocks.has(Math.floor((page * PAGE_SIZE) / BLOCK))) continue;
        const content = this.at(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
        if (Buffer.compare(content, ZEROS.subarray(0, PAGE_SIZE)) !== 0) yield [page, content];
      }
  }

  /** Memory is again what it was, as far as kernels may still write to it. */
  restore(memory: GpuMemory): void {
    for (const { page, count } of this.mapped)
      for (let at = page * PAGE_SIZE; at < (page + count) * PAGE_SIZE; at += PAGE_SIZE)
        if (memory.allows(at, PAGE_SIZE, PERMISSION.write) && !this.same(memory, at, at + PAGE_SIZE))
          memory.u8.set(this.at(at, at + PAGE_SIZE), at);
  }
}

/** Parts of [start, end) that lie in one block each. */
function* pieces(start: number, end: number): Generator<readonly [number, number]> {
  for (let from = start; from < end; ) {
    const to = Math.min(end, (Math.floor(from / BLOCK) + 1) * BLOCK);
    yield [from, to];
    from = to;
  }
}
