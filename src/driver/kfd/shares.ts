// Memory that processes share by a handle (IPC): the owner and the users. A handle is a secret: it is all that is
// needed to get the memory.

import { randomBytes } from 'node:crypto';
import type { VideoPages } from '../core/video-memory.js';

/** Allocation that a process shares, while it exists. */
export interface SharedAllocation {
  readonly owner: object;
  /** The owner's. */
  readonly handle: number;
  readonly gpuId: number;
  readonly size: number;
  readonly pages: VideoPages;
  /** Flags of the memory, for the runtime of the importing process. */
  readonly flags: number;
}

/** As requests carry it. */
export type ShareHandle = readonly number[];
const WORDS = 4;

export class Shares {
  private readonly shared = new Map<string, SharedAllocation>();

  /** @returns the handle; the same one for the same memory */
  give(shared: SharedAllocation): ShareHandle {
    for (const [key, { owner, handle }] of this.shared)
      if (owner === shared.owner && handle === shared.handle) return key.split(',').map(Number);
    const bytes = randomBytes(WORDS * 4);
    const handle = Array.from({ length: WORDS }, (_, n) => bytes.readUInt32LE(4 * n));
    this.shared.set(handle.join(), shared);
    return handle;
  }

  /** Undefined if the memory is not shared, or not any more. */
  find(handle: ShareHandle): SharedAllocation | undefined {
    return this.shared.get(handle.join());
  }

  /** A process has freed what it may have given, or all that it has. */
  withdraw(owner: object, handle?: number): void {
    for (const [key, shared] of this.shared)
      if (shared.owner === owner && (handle === undefined || shared.handle === handle)) this.shared.delete(key);
  }
}
