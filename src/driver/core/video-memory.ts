// The address space of one open of a device: its windows of the guest's file, and what of the video memory is allocated.

import { HUGE_PAGE_SIZE, VRAM_BASE, VRAM_SIZE, vramOffset } from '../../abi/memory-map.js';
import { type AddressSpace, LOWEST } from '../../emulator/address-space.js';
import { GpuMemory, PERMISSION } from '../../emulator/memory.js';
import { timed } from '../../util/happenings.js';
import { Allocator } from './allocator.js';
import type { Allocated, Fresh } from './processor/messages.js';
import type { Mapper } from './services.js';

/** Protections of Mapper. */
const NONE = 0;
const READ_WRITE = 3;

/** Bytes behind an allocation that belong to nobody, where kernels are checked: what goes beyond it does not hit the next one. */
const GAP = 64 * 1024;
/** Bytes of freed allocations whose addresses are not used again, where kernels are checked. */
const QUARANTINE = 256 * 1024 * 1024;

interface Range {
  readonly address: number;
  /** Bytes. */
  readonly size: number;
}

/** Pages of a file, from an offset on. */
export interface Pages {
  readonly fd: number;
  readonly offset: number;
}

export class VideoMemory {
  readonly memory: GpuMemory;
  private readonly allocator = new Allocator(VRAM_BASE, VRAM_SIZE);
  private readonly windows: Range[] = [{ address: VRAM_BASE, size: VRAM_SIZE }];
  /** Freed and not used again yet, the oldest first. */
  private readonly freed: Range[] = [];
  /** Where video memory begins in the file. */
  private readonly vramOffset: number;

  /**
   * @param fd of the file behind the memory, of FILE_SIZE bytes: allocations are pages of it
   * @param checked whether kernels are checked: what they do wrong then does not end them, see {@link GAP} and {@link QUARANTINE}
   * @param space where kernels and guest see it; addresses here are offsets in it
   */
  constructor(
    private readonly fd: number,
    private readonly mapper: Mapper,
    private readonly checked = false,
    space: AddressSpace = LOWEST,
  ) {
    this.memory = GpuMemory.create(space);
    this.vramOffset = vramOffset(mapper.misalignment(this.memory.u8, VRAM_BASE, HUGE_PAGE_SIZE));
    // Video memory becomes accessible with its first allocation: a stray access before it traps instead of reading zeros.
    mapper.mapFixed(this.memory.u8, VRAM_BASE, fd, this.vramOffset, VRAM_SIZE, NONE);
  }

  /** Bytes of video memory in use. */
  get usedBytes(): number {
    return this.allocator.usedBytes;
  }

  /** Shares another window of the address space with the guest; kernels have no access to it. @param offset in the file */
  mapWindow(address: number, size: number, offset: number): void {
    this.mapper.mapFixed(this.memory.u8, address, this.fd, offset, size, READ_WRITE);
    this.windows.unshift({ address, size });
  }

  /** What is allocated, and what was given back lately. */
  get allocations(): { readonly all: readonly Allocated[]; readonly lately: readonly Allocated[] } {
    return this.allocator;
  }

  /**
   * Reserves accessible video memory; undefined when there is no room.
   * @param populated whether huge pages may be given to it
   * @param purpose what it is for, see {@link Allocated}
   */
  allocate(
    size: number,
    populated: (usedBytes: number) => boolean,
    purpose = 0,
  ): (Range & { readonly parts: readonly Fresh[] }) | undefined {
    const range = this.place(this.checked ? size + GAP : size, purpose, size);
    if (!range) return undefined;
    this.mapper.protect(this.memory.u8, range.address, range.size, READ_WRITE);
    this.memory.setPages(range.address, range.size, PERMISSION.readWrite);
    // What begins as a hole of the file: the guest's first writes, and kernels, would take some microseconds for each page, and
    // translate addresses more slowly ever after.
    const isLarge = range.size >= HUGE_PAGE_SIZE && populated(this.usedBytes);
    return { ...range, parts: isLarge ? this.giveHugePages(range) : [{ ...range, huge: false }] };
  }

  /** @returns the parts that have them and that have not, those that are there */
  private giveHugePages({ address, size }: Range): readonly Fresh[] {
    const { u8 } = this.memory;
    let bytes = 0;
    this.pages('give huge pages', size, () => {
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
      const range = this.allocator.allocate(size, purpose, requested);
      if (range) return range;
      const oldest = this.freed.shift();
      if (!oldest) return undefined;
      this.allocator.release(oldest.address);
    }
  }

  /** What is freed stays empty, and accessible, until much more has been freed. False when no allocation began at the address. */
  private quarantine(address: number): boolean {
    const range = this.allocator.find(address);
    if (range?.address !== address || this.freed.some((each) => each.address === address)) return false;
    this.freed.push(range);
    this.clear(address, range.size);
    let bytes = this.freed.reduce((sum, { size }) => sum + size, 0);
    while (bytes > QUARANTINE) {
      const oldest = this.freed.shift()!;
      bytes -= oldest.size;
      this.allocator.release(oldest.address);
    }
    return true;
  }

  /**
   * Gives an allocation back; false when none began at the address. Its pages stay accessible to this process: a thread that executes
   * a kernel may have looked at their permission just before, and JavaScript must not touch a protected page.
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
   * Makes a range accessible whose place the guest has chosen: it keeps account of these itself. Page-aligned, in video memory.
   * @param fd of the file whose pages these are, at the same offsets: devices that share an address space have a file each
   * @param pagesOf the address whose pages it has, which may be there twice
   */
  claim(address: number, size: number, fd = this.fd, pagesOf = address): void {
    this.mapper.mapFixed(this.memory.u8, address, fd, this.fileOffsetOf(pagesOf), size, READ_WRITE);
    this.memory.setPages(address, size, PERMISSION.readWrite);
  }

  /** Gives a claimed range back; as {@link free} for the rest. */
  unclaim(address: number, size: number, fd = this.fd): void {
    this.memory.setPages(address, size, PERMISSION.none);
    this.mapper.punchHole(fd, this.fileOffsetOf(address), size);
  }

  /** The pages of a claimed range, for another address space to have, too. */
  pagesAt(address: number, fd = this.fd): Pages {
    return { fd, offset: this.fileOffsetOf(address) };
  }

  /** As {@link claim}, with pages of another address space: they are empty when that frees them, and outlive its end. */
  borrow(address: number, size: number, { fd, offset }: Pages): void {
    this.mapper.mapFixed(this.memory.u8, address, fd, offset, size, READ_WRITE);
    this.memory.setPages(address, size, PERMISSION.readWrite);
  }

  /** Its own pages take their place again: the range stays accessible to this process, as in {@link free}. */
  giveBack(address: number, size: number): void {
    this.memory.setPages(address, size, PERMISSION.none);
    this.mapper.mapFixed(this.memory.u8, address, this.fd, this.fileOffsetOf(address), size, READ_WRITE);
  }

  /** The offset in the device file of a video memory address. */
  fileOffsetOf(address: number): number {
    return address - VRAM_BASE + this.vramOffset;
  }

  /** Whether a range lies in memory that the guest has allocated. */
  owns(address: number, length: number): boolean {
    return address >= VRAM_BASE && this.memory.allows(address, length, PERMISSION.readWrite);
  }

  /**
   * Gives the file's pages back. The address range belongs to whoever holds the memory, and goes with the last one: an executor may
   * still make a kernel of this guest ready, and reads zeros then.
   */
  close(): void {
    for (const { address, size } of this.windows)
      this.pages('give back', size, () => this.mapper.unmapToZero(this.memory.u8, address, size));
  }
}
