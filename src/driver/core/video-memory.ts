// The address space of one open of a device: its windows of the guest's file, and what of the video memory is
// allocated.

import { HUGE_PAGE_SIZE, VRAM_BASE, vramOffset } from '../../abi/memory-map.js';
import { type AddressSpace, LOWEST } from '../../emulator/address-space.js';
import { GpuMemory, PERMISSION } from '../../emulator/memory.js';
import type { PageMapper } from '../../host/page-mapper.js';
import { AtollError } from '../../util/errors.js';
import { required } from '../../util/required.js';
import { timed } from '../../util/trace-spans.js';
import { Allocator } from './allocator.js';
import { videoMemoryOf } from './device-file.js';
import { RequestError } from './errno.js';
import type { MappingShare } from './mappings.js';
import type { MemoryPool } from './memory-pool.js';
import type { AllocationRecord, FreshRange } from './processor/messages.js';

/** Protection of PageMapper. */
const READ_WRITE = 3;
/** Mappings that a range with pages of another file takes, and one that has pages twice. */
const FOREIGN_COST = 2;
const TWICE_COST = 3;

/**
 * Unused bytes behind each allocation where kernels are checked: an access beyond its end does not hit the next one.
 */
const GAP = 64 * 1024;
/**
 * Allocations of so many bytes are placed at the end of a large space: code of kernels has to lie in its first 4 GiB.
 */
const FAR_FROM = 64 * 1024 * 1024;
/** Bytes of freed allocations whose addresses are not used again, where kernels are checked. */
const QUARANTINE = 256 * 1024 * 1024;

interface Range {
  readonly address: number;
  /** Bytes. */
  readonly size: number;
}

/** Pages of a file, from an offset on. */
export interface VideoPages {
  readonly fd: number;
  readonly offset: number;
}

/** A claimed range whose pages are not those of its own place in the guest's file. */
interface ForeignPages {
  readonly size: number;
  readonly cost: number;
}

export class VideoMemory {
  private readonly opened: GpuMemory;
  private isVacated = false;
  private readonly share: MappingShare = { mappings: 0 };
  private readonly foreign = new Map<number, ForeignPages>();
  private readonly allocator: Allocator;
  private readonly windows: Range[];
  /** Freed and not used again yet, the oldest first. */
  private readonly freed: Range[] = [];
  /** Offset of video memory in the file. */
  private readonly vramOffset: number;

  /**
   * @param fd of the file behind the memory: allocations are pages of it
   * @param pool which the address range comes from, and goes back to
   * @param checked whether kernels are checked: what they do wrong then does not end them, see {@link GAP} and {@link
   * QUARANTINE}
   * @param space where kernels and guest see it; addresses here are offsets in it
   */
  constructor(
    private readonly fd: number,
    private readonly mapper: PageMapper,
    private readonly pool: MemoryPool,
    private readonly checked = false,
    space: AddressSpace = LOWEST,
  ) {
    const size = videoMemoryOf(space);
    this.allocator = new Allocator(VRAM_BASE, size);
    this.windows = [{ address: VRAM_BASE, size }];
    const memory = pool.take(space);
    this.opened = new GpuMemory(memory, space);
    this.vramOffset = vramOffset(mapper.misalignment(this.opened.u8, VRAM_BASE, HUGE_PAGE_SIZE));
    try {
      // Accessible as a whole, one mapping: which pages kernels may use is what the page table says.
      mapper.mapFixed(this.opened.u8, VRAM_BASE, fd, this.vramOffset, size, READ_WRITE);
    } catch (error) {
      pool.give(memory);
      throw error;
    }
  }

  /** @throws AtollError INTERNAL once it may be another guest's */
  get memory(): GpuMemory {
    if (this.isVacated) throw new AtollError('INTERNAL', 'access to the memory of a guest that has ended');
    return this.opened;
  }

  /** Bytes of video memory in use. */
  get usedBytes(): number {
    return this.allocator.usedBytes;
  }

  /**
   * Shares another window of the address space with the guest; kernels have no access to it. @param offset in the file
   */
  mapWindow(address: number, size: number, offset: number): void {
    this.mapper.mapFixed(this.memory.u8, address, this.fd, offset, size, READ_WRITE);
    this.windows.unshift({ address, size });
  }

  /** Allocations, and recently freed ones. */
  get allocations(): { readonly all: readonly AllocationRecord[]; readonly lately: readonly AllocationRecord[] } {
    return this.allocator;
  }

  /**
   * Reserves accessible video memory; undefined when there is no room.
   * @param populated whether huge pages may be given to it
   * @param purpose what it is for, see {@link AllocationRecord}
   */
  allocate(
    size: number,
    populated: (usedBytes: number) => boolean,
    purpose = 0,
  ): (Range & { readonly parts: readonly FreshRange[] }) | undefined {
    const range = this.place(this.checked ? size + GAP : size, purpose, size);
    if (!range) return undefined;
    this.memory.setPages(range.address, range.size, PERMISSION.readWrite);
    // A large allocation begins as a hole of the file: the guest's first writes, and kernels, would take some
    // microseconds for each page, and translate addresses more slowly from then on.
    const isLarge = range.size >= HUGE_PAGE_SIZE && populated(this.usedBytes);
    return { ...range, parts: isLarge ? this.giveHugePages(range) : [{ ...range, huge: false }] };
  }

  /** @returns the parts that have them and that have not, those that are there */
  private giveHugePages({ address, size }: Range): readonly FreshRange[] {
    const { u8 } = this.memory;
    let bytes = 0;
    this.pages('populate huge pages', size, () => {
      bytes = this.mapper.populateHuge(u8, address, size, HUGE_PAGE_SIZE);
    });
    if (bytes === 0) return [{ address, size, huge: false }];
    const behind = this.mapper.misalignment(u8, address, HUGE_PAGE_SIZE);
    const before = behind === 0 ? 0 : HUGE_PAGE_SIZE - behind;
    const parts = [
      { address, size: before, huge: false },
      { address: address + before, size: bytes, huge: true },
      { address: address + before + bytes, size: size - before - bytes, huge: false },
    ];
    return parts.filter((part) => part.size > 0);
  }

  /** Room for an allocation; where there is none, what was freed is used again. */
  private place(size: number, purpose: number, requested: number): Range | undefined {
    for (;;) {
      const end = this.opened.space.isLarge && requested >= FAR_FROM ? 'last' : 'first';
      const range = this.allocator.allocate(size, purpose, requested, end);
      if (range) return range;
      const oldest = this.freed.shift();
      if (!oldest) return undefined;
      this.allocator.release(oldest.address);
    }
  }

  /**
   * Keeps a freed range empty, and accessible, until much more has been freed. False when no allocation began at the
   * address.
   */
  private quarantine(address: number): boolean {
    const range = this.allocator.find(address);
    if (range?.address !== address || this.freed.some((each) => each.address === address)) return false;
    this.freed.push(range);
    this.clear(address, range.size);
    let bytes = this.freed.reduce((sum, { size }) => sum + size, 0);
    while (bytes > QUARANTINE) {
      const oldest = required(this.freed.shift(), 'freed range');
      bytes -= oldest.size;
      this.allocator.release(oldest.address);
    }
    return true;
  }

  /**
   * Gives an allocation back; false when none began at the address. Its pages stay accessible to this process: a thread
   * that executes a kernel may have looked at their permission just before, and JavaScript must not touch a protected
   * page.
   */
  free(address: number): boolean {
    if (this.checked) return this.quarantine(address);
    const size = this.allocator.release(address);
    if (size === undefined) return false;
    this.memory.setPages(address, size, PERMISSION.none);
    this.clear(address, size);
    return true;
  }

  private clear(address: number, size: number): void {
    this.pages('clear', size, () => this.mapper.punchHole(this.fd, this.fileOffsetOf(address), size));
  }

  /** Does something with pages, for the timeline too. */
  private pages(name: string, bytes: number, work: () => unknown): void {
    timed('memory', work, () => ({ name, details: { bytes } }));
  }

  /**
   * Makes a range accessible whose place the guest has chosen: it keeps account of these itself. Page-aligned, in video
   * memory.
   * @param fd of the file whose pages these are, at the same offsets: devices that share an address space have a file
   * each
   * @param pagesOf the address whose pages it has, which may be there twice
   */
  claim(address: number, size: number, fd = this.fd, pagesOf = address): void {
    if (fd !== this.fd || pagesOf !== address)
      this.mapForeign(address, size, { fd, offset: this.fileOffsetOf(pagesOf) }, pagesOf !== address);
    this.memory.setPages(address, size, PERMISSION.readWrite);
  }

  /** Gives a claimed range back; as {@link free} for the rest. */
  unclaim(address: number, size: number, fd = this.fd): void {
    this.memory.setPages(address, size, PERMISSION.none);
    this.mapper.punchHole(fd, this.fileOffsetOf(address), size);
    this.mapOwn(address, size);
  }

  /** @throws RequestError ENOMEM where there are no mappings left */
  private mapForeign(address: number, size: number, { fd, offset }: VideoPages, isTwice = false): void {
    const cost = isTwice ? TWICE_COST : FOREIGN_COST;
    const { mappings } = this.pool;
    if (!mappings.take(this.share, cost))
      throw new RequestError(
        'ENOMEM',
        `no memory mappings are left (vm.max_map_count): ${this.share.mappings} are used`,
      );
    try {
      this.mapper.mapFixed(this.memory.u8, address, fd, offset, size, READ_WRITE);
    } catch (error) {
      mappings.give(this.share, cost);
      throw error;
    }
    this.foreign.set(address, { size, cost });
  }

  /** Foreign pages in a range make place for its own, which are one mapping with those beside. */
  private mapOwn(address: number, size: number): void {
    for (const [start, { size: bytes, cost }] of this.foreign) {
      if (start < address || start >= address + size) continue;
      this.mapper.mapFixed(this.memory.u8, start, this.fd, this.fileOffsetOf(start), bytes, READ_WRITE);
      this.pool.mappings.give(this.share, cost);
      this.foreign.delete(start);
    }
  }

  /** The pages of a claimed range, for another address space to have, too. */
  pagesAt(address: number, fd = this.fd): VideoPages {
    return { fd, offset: this.fileOffsetOf(address) };
  }

  /**
   * As {@link claim}, with pages of another address space: they are empty when that frees them, and outlive its end.
   */
  borrow(address: number, size: number, pages: VideoPages): void {
    this.mapForeign(address, size, pages);
    this.memory.setPages(address, size, PERMISSION.readWrite);
  }

  /** Its own pages take their place again: the range stays accessible to this process, as in {@link free}. */
  giveBack(address: number, size: number): void {
    this.memory.setPages(address, size, PERMISSION.none);
    this.mapOwn(address, size);
  }

  /** The offset in the device file of a video memory address. */
  fileOffsetOf(address: number): number {
    return address - VRAM_BASE + this.vramOffset;
  }

  /** True if a range lies in memory that the guest has allocated. */
  owns(address: number, length: number): boolean {
    return address >= VRAM_BASE && this.memory.allows(address, length, PERMISSION.readWrite);
  }

  /** Gives the file's pages back. An executor may still make a kernel of this guest ready, and reads zeros then. */
  close(): void {
    for (const { address, size } of this.windows)
      this.pages('give back', size, () => this.mapper.unmapToZero(this.memory.u8, address, size));
    this.pool.mappings.give(this.share, this.share.mappings);
    this.foreign.clear();
  }

  /** Behind {@link close}, when no thread has the memory any more: it may be another guest's. */
  vacate(): void {
    const { memory } = this.memory;
    this.isVacated = true;
    this.pool.give(memory);
  }
}
