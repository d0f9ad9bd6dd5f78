// Memory of one process: what the runtime has allocated, at addresses that it has chosen itself.

import { ADDRESS_SPACE_SIZE, PAGE_SIZE, VRAM_BASE } from '../../abi/memory-map.js';
import type { Context } from '../core/context.js';
import { RequestError, require } from '../core/errno.js';
import type { VideoPages } from '../core/video-memory.js';
import { MirrorLock } from './mirror-lock.js';
import { MemoryFlag } from './schema.js';

export interface KfdAllocation {
  readonly handle: number;
  /** Offset in the engines' memory; undefined for what kernels do not see: pages of doorbells and registers. */
  readonly address: number | undefined;
  /** Bytes that it takes of the address space. */
  readonly size: number;
  readonly flags: number;
  readonly gpuId: number;
  /** Address in the program, when it is memory of the program's own. */
  readonly host: bigint | undefined;
  /** Of the file whose pages it has. */
  readonly fd?: number | undefined;
  /** Pages of another process. */
  readonly borrowed?: VideoPages | undefined;
}

type AllocationRequest = Omit<KfdAllocation, 'handle'>;

export class ProcessMemory {
  private readonly allocations = new Map<number, KfdAllocation>();
  /** Of memory of the program's own that is carried, by handle. */
  private readonly holds = new Map<number, MirrorLock>();
  private handles = 0;

  constructor(private readonly context: Context) {}

  get all(): Iterable<KfdAllocation> {
    return this.allocations.values();
  }

  /** The offset in the engines' memory of whole pages from an address on. @throws RequestError EINVAL, ENOMEM */
  place(address: bigint, size: bigint): number {
    require(size > 0n &&
      size % BigInt(PAGE_SIZE) === 0n, `an allocation of ${size} bytes is not a multiple of the page size`);
    require(address % BigInt(PAGE_SIZE) === 0n, `address 0x${address.toString(16)} is not aligned to a page`);
    const { space } = this.context.video.memory;
    if (size > BigInt(ADDRESS_SPACE_SIZE)) throw new RequestError('ENOMEM', `${size} bytes do not fit`);
    const offset = space.translate(address, Number(size));
    if (offset === undefined || offset < VRAM_BASE)
      throw new RequestError('ENOMEM', `${size} bytes at 0x${address.toString(16)} are not in the GPU's aperture`);
    return offset;
  }

  /** @throws RequestError EINVAL when something is there already */
  add(order: AllocationRequest): KfdAllocation {
    const { address, size } = order;
    if (address !== undefined) {
      const other = this.overlapping(address, size);
      require(other === undefined, `0x${address.toString(16)} is allocated already`);
      this.claim(order, address);
    }
    const allocation = { ...order, handle: ++this.handles };
    this.allocations.set(allocation.handle, allocation);
    return allocation;
  }

  /** The second half of rings of old chips is the first one again: packets may be read beyond the end. */
  private claim({ size, flags, fd, borrowed }: AllocationRequest, address: number): void {
    const { video } = this.context;
    if (borrowed) return video.borrow(address, size, borrowed);
    if (!(flags & MemoryFlag.AQL_QUEUE_MEM)) return video.claim(address, size, fd);
    const half = size / 2;
    require(half % PAGE_SIZE === 0, `a ring of ${size} bytes cannot be mapped twice`);
    video.claim(address, half, fd);
    video.claim(address + half, half, fd, address);
  }

  /** @throws RequestError EINVAL for an unknown handle */
  get(handle: bigint): KfdAllocation {
    const allocation = handle <= 0xffff_ffffn ? this.allocations.get(Number(handle)) : undefined;
    require(allocation !== undefined, `there is no allocation ${handle}`);
    return allocation;
  }

  /** Memory of the program is carried from now on. @returns undefined where it is already */
  carry(handle: number): MirrorLock | undefined {
    if (this.holds.has(handle)) return undefined;
    const hold = new MirrorLock();
    this.holds.set(handle, hold);
    return hold;
  }

  /** It is carried no longer. @returns whether it was */
  leave(handle: number): boolean {
    this.holds.get(handle)?.end();
    return this.holds.delete(handle);
  }

  /** Nothing is carried any more. */
  close(): void {
    for (const handle of this.holds.keys()) this.leave(handle);
  }

  remove({ handle, address, size, fd, borrowed }: KfdAllocation): void {
    this.leave(handle);
    this.allocations.delete(handle);
    if (address === undefined) return;
    if (borrowed) this.context.video.giveBack(address, size);
    else this.context.video.unclaim(address, size, fd);
  }

  /** Allocation that overlaps a range. */
  overlapping(address: number, size: number): KfdAllocation | undefined {
    for (const other of this.allocations.values()) {
      if (other.address === undefined) continue;
      if (address < other.address + other.size && other.address < address + size) return other;
    }
    return undefined;
  }

  /** Bytes of the program's own memory, which are carried to and fro: each costs as many of ours. */
  get hostBytes(): number {
    let sum = 0;
    for (const { size, host } of this.allocations.values()) if (host !== undefined) sum += size;
    return sum;
  }

  get usedBytes(): number {
    let sum = 0;
    for (const { address, size, borrowed } of this.allocations.values())
      if (address !== undefined && !borrowed) sum += size;
    return sum;
  }
}
