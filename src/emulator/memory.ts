// The address space of one guest as the engines see it: typed views, a permission for each page.

import { PAGE_SIZE, SCRATCH_BASE, SCRATCH_SIZE } from '../abi/memory-map.js';
import { AddressSpace, LOWEST } from './address-space.js';
import { pageCountOf, pageTableOf } from './state.js';

/** Access permissions of kernels to a page; bits of one byte. A page without a bit faults. */
export const PERMISSION = { none: 0, read: 1, write: 2, readWrite: 3 } as const;

const WASM_PAGE = 65_536;

/** Data by which a worker opens the same memory; it can be posted. */
export interface SharedGpuMemory {
  readonly memory: WebAssembly.Memory;
  /** Address of its first byte. */
  readonly base: bigint;
  /** Bytes. */
  readonly size: number;
}

/**
 * One guest's GPU memory. What is called an address here and in the engines is a byte offset into the WebAssembly
 * memory; `space` defines which addresses of kernels these are. Offsets of a large space exceed 32 bits.
 *
 * JavaScript must never touch a page that the host has protected (the process would die), so every access of a kernel
 * is checked against `pages` first. Engine state (wavefronts, LDS) lies in pages that kernels have no permission for.
 */
export class GpuMemory {
  readonly memory: WebAssembly.Memory;
  readonly u8: Uint8Array;
  readonly u16: Uint16Array;
  readonly u32: Uint32Array;
  readonly i32: Int32Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly i64: BigInt64Array;
  readonly view: DataView;
  /** One byte for each page of 4 KiB: bits of PERMISSION. They lie in the memory itself, which all threads share. */
  readonly pages: Uint8Array;

  /** @param memory a shared WebAssembly memory of the size of the space, of 64-bit addresses if that is large */
  constructor(
    memory: WebAssembly.Memory,
    readonly space: AddressSpace = LOWEST,
  ) {
    if (memory.buffer.byteLength !== space.size) {
      throw new RangeError(`GPU memory has ${memory.buffer.byteLength} bytes instead of ${space.size}`);
    }
    this.memory = memory;
    this.u8 = new Uint8Array(memory.buffer);
    this.u16 = new Uint16Array(memory.buffer);
    this.u32 = new Uint32Array(memory.buffer);
    this.i32 = new Int32Array(memory.buffer);
    this.f32 = new Float32Array(memory.buffer);
    this.f64 = new Float64Array(memory.buffer);
    this.i64 = new BigInt64Array(memory.buffer);
    this.view = new DataView(memory.buffer);
    this.pages = new Uint8Array(memory.buffer, pageTableOf(space), pageCountOf(space));
    this.setPages(SCRATCH_BASE, SCRATCH_SIZE, PERMISSION.readWrite);
  }

  /** A new address space of zeros without a device file (tests, `atoll exec`). */
  static create(space: AddressSpace = LOWEST): GpuMemory {
    return new GpuMemory(GpuMemory.allocate(space), space);
  }

  /** @throws RangeError where this process has no addresses for it */
  static allocate({ size, isLarge }: AddressSpace = LOWEST): WebAssembly.Memory {
    const pages = size / WASM_PAGE;
    if (!isLarge) return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    const large = { address: 'i64', initial: BigInt(pages), maximum: BigInt(pages), shared: true };
    // TypeScript has only the descriptors of 32-bit addresses.
    return new WebAssembly.Memory(large as unknown as WebAssembly.MemoryDescriptor);
  }

  /** Opens in this thread what another thread shares. */
  static open(shared: SharedGpuMemory): GpuMemory {
    return new GpuMemory(shared.memory, new AddressSpace(shared.base, shared.size));
  }

  share(): SharedGpuMemory {
    const { base, size } = this.space;
    return { memory: this.memory, base, size };
  }

  /** Sets the permission of all pages that [address, address + length) touches. */
  setPages(address: number, length: number, permission: number): void {
    if (length <= 0) return;
    this.pages.fill(permission, Math.floor(address / PAGE_SIZE), Math.ceil((address + length) / PAGE_SIZE));
  }

  /** True if an address lies in the scratch window. */
  isScratch(address: number): boolean {
    return address >= SCRATCH_BASE && address < SCRATCH_BASE + SCRATCH_SIZE;
  }

  /** True if kernels have all of `permission` on the whole range. */
  allows(address: number, length: number, permission: number): boolean {
    if (address < 0 || address + length > this.space.size) return false;
    const last = Math.floor((address + Math.max(length, 1) - 1) / PAGE_SIZE);
    for (let page = Math.floor(address / PAGE_SIZE); page <= last; page++) {
      if ((this.pages[page]! & permission) !== permission) return false;
    }
    return true;
  }
}

/** Number of the page of a byte address of 32 bits: `address >>> PAGE_BITS`. */
export const PAGE_BITS = Math.log2(PAGE_SIZE);
/** The same of any byte address. */
export const pageOf = (address: number): number => Math.floor(address / PAGE_SIZE);
