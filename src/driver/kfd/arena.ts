// The heap of a program as memory of the GPU: pages of a file of its own, which the program and the engines have at the
// same addresses. The guest library opens the file before the runtime opens the driver.

import { PAGE_SIZE } from '../../abi/memory-map.js';
import { RequestError, require } from '../core/errno.js';
import type { VideoPages } from '../core/video-memory.js';
import { ARENA } from './chips.js';

/** A part of the heap, by its place in the engines' memory. */
export interface ArenaPart {
  readonly address: number;
  readonly size: number;
  readonly pages: VideoPages;
}

/** The process whose kernels reach the heap. */
export interface ArenaUser {
  /** @throws RequestError ENOMEM */
  addArenaPart(part: ArenaPart): void;
  /** The pages are no longer there. */
  dropArena(): void;
}

export class Arena {
  private readonly parts: ArenaPart[] = [];
  private user: ArenaUser | undefined;

  constructor(
    readonly pid: number,
    private readonly fd: number,
    readonly inode: number,
  ) {}

  private get size(): number {
    return this.parts.reduce((sum, { size }) => sum + size, 0);
  }

  /** @throws RequestError EINVAL, ENOMEM */
  grow(bytes: bigint): void {
    if (bytes > BigInt(ARENA.capacity))
      throw new RequestError('ENOMEM', `a heap of ${bytes} bytes: kernels reach ${ARENA.capacity}`);
    const size = Number(bytes);
    require(size % PAGE_SIZE === 0, `a heap of ${size} bytes is none of whole pages`);
    const before = this.size;
    if (size <= before) return;
    const pages = { fd: this.fd, offset: before };
    const part = { address: ARENA.offset + before, size: size - before, pages };
    this.user?.addArenaPart(part);
    this.parts.push(part);
  }

  /** From now on kernels of the process reach it. @throws RequestError ENOMEM */
  connect(user: ArenaUser): void {
    for (const part of this.parts) user.addArenaPart(part);
    this.user = user;
  }

  disconnect(user: ArenaUser): void {
    if (this.user === user) this.user = undefined;
  }

  /** The file is closed. */
  release(): void {
    this.user?.dropArena();
    this.user = undefined;
  }
}
