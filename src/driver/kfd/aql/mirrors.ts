// Memory of the program's own that it has made known to the GPU: pages of any kind, anywhere. Their contents are carried to the engines' memory
// before a launch, and what it has changed is carried back: other bytes of the same pages may be the program's at work meanwhile.

import type { GpuMemory } from '../../../emulator/memory.js';
import type { Mirrored } from './messages.js';

/** Reads or writes another process; the bytes that were moved, or a negative errno. */
export interface ProcessAccess {
  read(pid: number, address: bigint, into: Uint8Array): number;
  write(pid: number, address: bigint, from: Uint8Array): number;
}

interface Mirror extends Mirrored {
  /** What was carried to the engines' memory. */
  readonly before: BigUint64Array;
  /** It has been: memory that becomes known while a launch runs is the next one's. */
  carried: boolean;
}

/** Changed words that are nearer than this to each other are written at once. */
const GAP = 8;

export class Mirrors {
  private readonly mirrors = new Map<number, Mirror>();
  /** Launches that run. */
  private launches = 0;
  pid = 0;

  constructor(
    private readonly memory: GpuMemory,
    private readonly access: ProcessAccess,
  ) {}

  add(memory: Mirrored): void {
    this.mirrors.set(memory.handle, { ...memory, before: new BigUint64Array(memory.size / 8), carried: false });
  }

  remove(handle: number): void {
    this.mirrors.delete(handle);
  }

  private words({ address, size }: Mirror): BigUint64Array {
    return new BigUint64Array(this.memory.memory.buffer, address, size / 8);
  }

  /** Before a launch. */
  enter(): void {
    const beside = this.launches++ > 0;
    for (const mirror of this.mirrors.values()) {
      // What a launch has written that still runs is not lost.
      if (beside) this.carryBack(mirror);
      const { host, address, size, before } = mirror;
      // What is not mapped, or not any more, keeps its contents here.
      this.access.read(this.pid, host, this.memory.u8.subarray(address, address + size));
      before.set(this.words(mirror));
      mirror.carried = true;
    }
  }

  /** After it. */
  leave(): void {
    const last = --this.launches === 0;
    for (const mirror of this.mirrors.values()) {
      this.carryBack(mirror);
      if (!last) mirror.before.set(this.words(mirror));
    }
  }

  private carryBack(mirror: Mirror): void {
    const { host, address, before, carried } = mirror;
    if (!carried) return;
    const now = this.words(mirror);
    const { length } = now;
    for (let at = 0; at < length; at++) {
      if (now[at] === before[at]) continue;
      const start = at;
      let end = at + 1;
      while (end < length && end - at <= GAP) {
        if (now[end] !== before[end]) at = end;
        end++;
      }
      end = at + 1;
      this.access.write(
        this.pid,
        host + 8n * BigInt(start),
        this.memory.u8.subarray(address + 8 * start, address + 8 * end),
      );
    }
  }
}
